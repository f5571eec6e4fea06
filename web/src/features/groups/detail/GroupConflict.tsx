import { ConflictBox } from '../../../app/ConflictBox.tsx';
import { valueWords } from '../../../app/history/words.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { Draft } from './draft.ts';
import type { GroupForm } from './use-group-form.ts';

const names = {
  name: 'common.name',
  description: 'common.description',
  tagNames: 'groups.tags',
  parents: 'groups.place',
} as const;

function wordsOf(t: Translate, draft: Draft, field: keyof Draft): string {
  if (field === 'parents') return draft.parents.map(({ name }) => name).join(', ') || t('groups.topOfTree');
  return valueWords(t, field === 'tagNames' ? draft.tagNames.join(', ') : draft[field]);
}

/** What somebody else saved of what is edited here, and with what to go on. */
export function GroupConflict({ form }: { form: GroupForm }) {
  const t = useT();
  if (form.conflicts.length === 0) return null;
  return (
    <ConflictBox
      title={t('groups.conflictTitle')}
      differences={form.conflicts.map((field) => ({
        name: t(names[field]),
        theirs: wordsOf(t, form.theirs, field),
        mine: wordsOf(t, form.draft, field),
      }))}
      onTakeTheirs={form.takeTheirs}
      onKeepMine={form.keepMine}
    />
  );
}
