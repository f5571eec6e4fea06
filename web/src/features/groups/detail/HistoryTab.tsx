import { getRouteApi } from '@tanstack/react-router';
import type { Group } from '#contract/people/groups-fields.ts';
import { groupHistory } from '../../../base/history/group-words.ts';
import { OperationHistory } from '../../../base/history/OperationHistory.tsx';
import { historyQuery } from '../../../base/history/query.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { groupsKey } from '../queries.ts';

const route = getRouteApi('/frame/portal/groups/$uuid');

/** What administrators did to a group. */
export function HistoryTab({ group }: { group: Group }) {
  const t = useT();
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OperationHistory
      id="group-history"
      caption={t('groups.tab_history')}
      query={historyQuery(groupsKey, group.tenantId, { targetType: 'group', targetId: group.uuid }, cursor)}
      words={groupHistory}
      empty={t('groups.historyEmpty')}
      onCursor={(next) => void navigate({ search: { tab: 'history', ...(next ? { cursor: next } : {}) } })}
    />
  );
}
