import { getRouteApi } from '@tanstack/react-router';
import type { User } from '#contract/authentication/users-fields.ts';
import { OperationHistory } from '../../../app/history/OperationHistory.tsx';
import { historyQuery } from '../../../app/history/query.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { usersKey } from '../queries.ts';
import { historyWords } from './history-words.ts';
import type { UserPageSearch } from './page-search.ts';

const route = getRouteApi('/frame/portal/users/$userId');

/** What administrators did to a user. */
export function HistoryTab({ user }: { user: User }) {
  const t = useT();
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const go = (next: string | undefined) => {
    const search: UserPageSearch = { tab: 'history', ...(next ? { cursor: next } : {}) };
    void navigate({ search });
  };
  return (
    <OperationHistory
      id="user-history"
      caption={t('users.tab_history')}
      query={historyQuery(usersKey, user.tenantId, { targetType: 'user', targetId: user.uuid }, cursor)}
      words={historyWords}
      empty={t('users.historyEmpty')}
      onCursor={go}
    />
  );
}
