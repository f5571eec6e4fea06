import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { OperationLogEntry } from '#contract/authentication/users-history.ts';
import type { User } from '#contract/authentication/users-fields.ts';
import { dash } from '#contract/display.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { failureText, requestIdOf } from '../../../app/failure.ts';
import { timeZoneOf, useMe } from '../../../app/session-queries.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { CursorPager } from '../../../ui/CursorPager.tsx';
import { DateTimeText } from '../../../ui/DateTimeText.tsx';
import type { ListColumn } from '../../../ui/list-types.ts';
import { ListTable } from '../../../ui/ListTable.tsx';
import { userHistoryQuery } from '../queries.ts';
import classes from '../users.module.css';
import { actWords, changeLines } from './history-words.ts';
import type { UserPageSearch } from './page-search.ts';

const route = getRouteApi('/frame/portal/users/$userId');

const rowId = ({ id }: OperationLogEntry) => id;
const rowName = ({ at }: OperationLogEntry) => at;

function historyColumns(t: Translate, timeZone: string): ListColumn<OperationLogEntry>[] {
  return [
    {
      id: 'at',
      header: t('users.historyTime'),
      isName: true,
      cell: ({ at }) => <DateTimeText value={at} timeZone={timeZone} />,
    },
    { id: 'action', header: t('users.historyAct'), cell: (entry) => actWords(t, entry) },
    { id: 'changes', header: t('users.historyChanges'), cell: ({ changes }) => <Changes changes={changes} /> },
    { id: 'operator', header: t('users.historyBy'), cell: ({ operatorUserId }) => operatorUserId || dash },
    { id: 'address', header: t('users.historyAddress'), cell: ({ address }) => address ?? dash },
    {
      id: 'requestId',
      header: t('common.requestId'),
      hiddenAtFirst: true,
      cell: ({ requestId }) => requestId,
    },
  ];
}

function Changes({ changes }: Pick<OperationLogEntry, 'changes'>) {
  const lines = changeLines(useT(), changes);
  if (lines.length === 0) return dash;
  return (
    <ul className={classes.changes}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** What administrators did to a user, with before and after, newest first. */
export function HistoryTab({ user }: { user: User }) {
  const t = useT();
  const timeZone = timeZoneOf(useMe());
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const query = userHistoryQuery(user.tenantId, user.uuid, cursor);
  const { data, error, isError, isPlaceholderData, refetch } = useQuery(query);
  const columns = useMemo(() => historyColumns(t, timeZone), [t, timeZone]);
  const go = (next: string | undefined) => {
    const search: UserPageSearch = { tab: 'history', ...(next ? { cursor: next } : {}) };
    void navigate({ search });
  };
  return (
    <ListTable
      id="user-history"
      caption={t('users.tab_history')}
      columns={columns}
      rows={data?.results}
      rowId={rowId}
      rowName={rowName}
      loading={isPlaceholderData}
      expectedRows={5}
      totalResults={data?.totalResults ?? 0}
      failed={
        isError
          ? {
              title: t('users.historyFailedTitle'),
              text: failureText(t, error),
              requestId: requestIdOf(error),
              onRetry: () => void refetch(),
            }
          : undefined
      }
      empty={{ title: t('users.historyEmptyTitle'), text: t('users.historyEmpty') }}
      pager={
        data && data.results.length > 0 ? (
          <CursorPager
            pageSize={DEFAULT_PAGE_SIZE}
            pageSizes={[DEFAULT_PAGE_SIZE]}
            totalResults={data.totalResults}
            totalIsEstimate={data.totalIsEstimate}
            next={data.next}
            previous={data.previous}
            onCursor={go}
            onPageSize={() => go(undefined)}
          />
        ) : null
      }
    />
  );
}
