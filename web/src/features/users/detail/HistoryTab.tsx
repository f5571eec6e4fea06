import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { OperationLogEntry } from '#contract/logs/logs-fields.ts';
import type { User } from '#contract/people/users-fields.ts';
import { useMe } from '../../../base/session-queries.ts';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { itemWords } from '../../../base/history/item-words.ts';
import { OperationHistory } from '../../../base/history/OperationHistory.tsx';
import { historyQuery } from '../../../base/history/query.ts';
import { UndoEntry } from '../../../base/history/UndoEntry.tsx';
import { userHistory } from '../../../base/history/user-words.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { tenantSettingsQuery } from '../../../base/tenant-settings.ts';
import { usersKey } from '../queries.ts';
import type { UserPageSearch } from './page-search.ts';

const route = getRouteApi('/frame/portal/users/$userId');

/** What administrators did to a user; what described the user can be undone for 30 days. */
export function HistoryTab({ user }: { user: User }) {
  const t = useT();
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: tenant } = useQuery(tenantSettingsQuery(user.tenantId));
  const names = tenant?.userExtensionAttributeProperties;
  const words = useMemo(
    () => ({
      ...userHistory,
      nameOf: (say: Translate, field: string) => itemWords(say, field, names),
    }),
    [names],
  );
  const [alert, setAlert] = useState<AlertContent>();
  const mayChange = useMe().permissions.includes('users:write');
  const acts = useMemo(
    () => (mayChange ? (entry: OperationLogEntry) => <UndoEntry entry={entry} say={setAlert} /> : undefined),
    [mayChange],
  );
  const go = (next: string | undefined) => {
    const search: UserPageSearch = { tab: 'history', ...(next ? { cursor: next } : {}) };
    void navigate({ search });
  };
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <OperationHistory
        id="user-history"
        caption={t('users.tab_history')}
        query={historyQuery(usersKey, user.tenantId, { targetType: 'user', targetId: user.uuid }, cursor)}
        words={words}
        empty={t('users.historyEmpty')}
        onCursor={go}
        acts={acts}
      />
    </>
  );
}
