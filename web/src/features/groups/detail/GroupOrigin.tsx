import { OriginNote } from '../../../base/origins/OriginNote.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import type { TabProps } from './use-group-acts.ts';

/** Why the name and the users of a group cannot be changed: a source keeps them. */
export function GroupOrigin({ group }: Pick<TabProps, 'group'>) {
  const t = useT();
  if (group.source === 'local') return null;
  return <OriginNote type="group" uuid={group.uuid} text="groups.keptByNamed" otherwise={t('groups.keptBySource')} />;
}
