import { Conflict } from '../../../base/editing/Conflict.tsx';
import { groupHistory } from '../../../base/history/group-words.ts';
import { sideWords } from '../../../base/history/words.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { type Draft, groupForm } from './draft.ts';
import type { GroupForm } from './use-group-form.ts';

const names = {
  name: 'common.name',
  description: 'common.description',
  tagNames: 'groups.tags',
  parents: 'groups.place',
} as const;

/** A group that another person changed, as its fields read. */
export function GroupConflict({ form }: { form: GroupForm }) {
  const t = useT();
  const wordsOf = (draft: Draft, field: keyof Draft) =>
    field === 'parents'
      ? draft.parents.map(({ name }) => name).join(', ') || t('groups.topOfTree')
      : sideWords(t, groupHistory, field, groupForm.sent(draft, field), String);
  return <Conflict<Draft> form={form} nameOf={(field) => t(names[field])} wordsOf={wordsOf} />;
}
