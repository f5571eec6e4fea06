import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { LoginHistoryEntry } from '#contract/logs/me-login-history.ts';
import { useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { PageLead } from '../../../ui/page/PageTitle.tsx';
import { historyAddress } from '../list-search.ts';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { PeriodFilter } from '../../../ui/list/PeriodFilter.tsx';
import type { Period } from '../../../ui/list/period.ts';
import { historyQuery } from '../queries.ts';
import { historyColumns } from './columns.tsx';

const NotMe = lazy(() => import('./NotMe.tsx'));

const route = getRouteApi('/frame/portal/account/login_history');

const rowId = ({ id }: LoginHistoryEntry) => id;
const rowName = ({ at }: LoginHistoryEntry) => at;

/** One's own login history of the past 35 days (spec section 2, login_history). */
export function LoginHistory() {
  const kit = useColumnKit();
  const { t, zone } = kit;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const [disowning, setDisowning] = useState<LoginHistoryEntry | null>();
  const { period: periodType = 'days35', from, to, count } = search;
  const period = useMemo<Period>(
    () => ({ periodType, ...(from ? { fromDatetime: from } : {}), ...(to ? { toDatetime: to } : {}) }),
    [periodType, from, to],
  );
  const filter = ({ periodType: type, fromDatetime, toDatetime }: Period) =>
    void navigate({ search: historyAddress.read({ period: type, from: fromDatetime, to: toDatetime, count }) });
  return (
    <>
      <PageLead>{t('account.history.lead')}</PageLead>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <QueryList
        id="my-login-history"
        caption={t('ui.account.login_history')}
        columns={useMemo(() => historyColumns(kit, setDisowning), [kit])}
        query={useQuery(historyQuery(search, zone))}
        rowId={rowId}
        rowName={rowName}
        toolbar={<PeriodFilter label={t('account.history.period')} value={period} onChange={filter} timeZone={zone} />}
        onClearSearch={periodType === 'days35' ? undefined : () => filter({ periodType: 'days35' })}
        at={search}
        go={(change, replace = false) => void navigate({ search: historyAddress.changed(search, change), replace })}
        paged="by cursor"
        failedTitle={t('account.history.failedTitle')}
        empty={{ title: t('account.history.emptyTitle'), text: t('account.history.empty') }}
      />
      {disowning === undefined ? null : (
        <Suspense>
          <NotMe entry={disowning} timeZone={zone} say={setAlert} onClose={() => setDisowning(null)} />
        </Suspense>
      )}
    </>
  );
}
