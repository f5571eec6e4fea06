import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { LoginHistoryEntry } from '#contract/logs/me-login-history.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { failedList } from '../../../base/failure.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { CursorPager } from '../../../ui/list/CursorPager.tsx';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { PeriodFilter } from '../../../ui/list/PeriodFilter.tsx';
import type { Period } from '../../../ui/list/period.ts';
import classes from '../account.module.css';
import { type HistorySearch, readHistorySearch } from '../list-search.ts';
import { historyQuery } from '../queries.ts';
import { historyColumns } from './columns.tsx';

const NotMe = lazy(() => import('./NotMe.tsx'));

const route = getRouteApi('/frame/portal/account/login_history');

const rowId = ({ id }: LoginHistoryEntry) => id;
const rowName = ({ at }: LoginHistoryEntry) => at;

/** One's own login history of the past 35 days (spec section 2, login_history). */
export function LoginHistory() {
  const t = useT();
  const language = useLanguage();
  const timeZone = timeZoneOf(useMe());
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const [disowning, setDisowning] = useState<LoginHistoryEntry | null>();
  const list = useQuery(historyQuery(search, timeZone));
  const { data, isPlaceholderData } = list;
  const columns = useMemo(() => historyColumns(t, language, timeZone, setDisowning), [t, language, timeZone]);
  const { period: periodType = 'days35', from, to, count = DEFAULT_PAGE_SIZE } = search;
  const period = useMemo<Period>(
    () => ({ periodType, ...(from ? { fromDatetime: from } : {}), ...(to ? { toDatetime: to } : {}) }),
    [periodType, from, to],
  );
  const go = (change: HistorySearch) => void navigate({ search: readHistorySearch({ ...search, ...change }) });
  const filter = ({ periodType: type, fromDatetime, toDatetime }: Period) =>
    void navigate({ search: readHistorySearch({ period: type, from: fromDatetime, to: toDatetime, count }) });
  return (
    <>
      <div className={classes.above}>
        <p>{t('account.history.lead')}</p>
      </div>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <ListTable
        id="my-login-history"
        caption={t('ui.account.login_history')}
        columns={columns}
        rows={data?.results}
        rowId={rowId}
        rowName={rowName}
        loading={isPlaceholderData}
        expectedRows={8}
        totalResults={data?.totalResults ?? 0}
        toolbar={
          <PeriodFilter label={t('account.history.period')} value={period} onChange={filter} timeZone={timeZone} />
        }
        onClearSearch={periodType === 'days35' ? undefined : () => filter({ periodType: 'days35' })}
        failed={failedList(t, list, t('account.history.failedTitle'))}
        empty={{ title: t('account.history.emptyTitle'), text: t('account.history.empty') }}
        pager={
          data && data.results.length > 0 ? (
            <CursorPager
              pageSize={count}
              totalResults={data.totalResults}
              totalIsEstimate={data.totalIsEstimate}
              next={data.next}
              previous={data.previous}
              onCursor={(cursor) => go({ cursor })}
              onPageSize={(size) => go({ cursor: undefined, count: size })}
            />
          ) : null
        }
      />
      {disowning === undefined ? null : (
        <Suspense>
          <NotMe entry={disowning} timeZone={timeZone} say={setAlert} onClose={() => setDisowning(null)} />
        </Suspense>
      )}
    </>
  );
}
