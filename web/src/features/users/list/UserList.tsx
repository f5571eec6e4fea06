import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import type { ListedUser } from '#contract/people/users-fields.ts';
import type { UserSortColumn } from '#contract/people/users-search.ts';
import { personName } from '#contract/display.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { failedList } from '../../../base/failure.ts';
import { useKeptSearch } from '../../../base/last-search.ts';
import { paths } from '../../../base/paths.ts';
import { usePageAlert } from '../../../base/page-alert.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { useGoneGroup } from '../../../pickers/gone-group.tsx';
import { AlertArea } from '../../../ui/page/AlertArea.tsx';
import { CursorPager } from '../../../ui/list/CursorPager.tsx';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { nothingChosen } from '../../../ui/list/list-types.ts';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { usePageRows } from '../../../ui/list/use-page-rows.ts';
import { useSelection } from '../../../ui/list/use-selection.ts';
import { AddUserButton } from '../AddUserButton.tsx';
import { targetOf } from '../bulk.ts';
import { userListQuery } from '../queries.ts';
import { FollowedBulk } from '../bulks/FollowedBulk.tsx';
import { BulkActions, type BulkProps } from './BulkActions.tsx';
import { userColumns } from './columns.tsx';
import { Filters } from './Filters.tsx';
import { MoreMenu } from './MoreMenu.tsx';
import { MailMenu } from './MailMenu.tsx';
import { changedSearch, conditionOf, type SearchChange, withoutCondition } from './list-search.ts';

const route = getRouteApi('/frame/portal/users');

const rowId = ({ userId }: ListedUser) => userId;

type Search = ReturnType<typeof route.useSearch>;

/**
 * The users of the tenant (spec section 2, "User Management"). Another search is drawn in slices, and given up for the
 * next key: the page drawn at once would hold that back.
 */
export function UserList() {
  return <FoundUsers search={useDeferredValue(route.useSearch())} />;
}

const FoundUsers = memo(function Found({ search }: { search: Search }) {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const timeZone = timeZoneOf(me);
  useKeptSearch(paths.users, search);
  const navigate = route.useNavigate();
  const [alert, setAlert] = usePageAlert();
  const [followed, follow] = useState<string>();
  const list = useQuery(userListQuery(me.tenantId, search));
  const { data, isPlaceholderData } = list;
  const columns = useMemo(() => userColumns(t, language, timeZone), [t, language, timeZone]);
  const condition = useMemo(() => conditionOf(search), [search]);
  const [selection, select] = useSelection(condition);
  const mayChange = me.permissions.includes('users:write');
  const searching = Object.keys(condition).length > 0;
  const total = data?.totalResults ?? 0;
  const { sort = 'userId', order = 'ascending', count = DEFAULT_PAGE_SIZE } = search;
  // From the search that is on its way, or the second of two changes in a row would take the first back.
  // Typing replaces the entry of the browser's history, or going back would undo single letters.
  const filter = (change: SearchChange) =>
    void navigate({ search: (before) => changedSearch(before, change), replace: true });
  const go = (change: SearchChange) => void navigate({ search: (before) => changedSearch(before, change) });
  const rows = usePageRows(list, !search.cursor && !search.page, () => filter({}));
  const goneGroup = useGoneGroup({
    error: list.error,
    group: search.group,
    label: t('users.inGroup'),
    onRemove: () => filter({ group: undefined }),
  });
  return (
    <>
      <PageTitle
        title={t('users.title')}
        actions={
          <>
            <MoreMenu
              condition={condition}
              total={isPlaceholderData ? undefined : data?.totalResults}
              totalIsEstimate={data?.totalIsEstimate ?? false}
            />
            {mayChange ? <AddUserButton /> : null}
          </>
        }
      >
        {t('users.lead')}
      </PageTitle>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <FollowedBulk followed={followed} follow={follow} say={setAlert} />
      <ListTable
        id="users"
        caption={t('users.title')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={(user) => personName(user, language) || user.userId}
        loading={isPlaceholderData}
        expectedRows={Math.min(count, 12)}
        totalResults={total}
        totalIsEstimate={data?.totalIsEstimate}
        sort={{ column: sort, order: order === 'ascending' ? 'asc' : 'desc' }}
        onSort={(next) =>
          go({ sort: next.column as UserSortColumn, order: next.order === 'asc' ? 'ascending' : 'descending' })
        }
        toolbar={<Filters search={search} onChange={filter} />}
        onClearSearch={searching ? () => void navigate({ search: withoutCondition }) : undefined}
        failed={failedList(t, list, t('users.failedTitle'))}
        empty={{
          title: t('users.emptyTitle'),
          text: t('users.empty'),
          action: mayChange ? <AddUserButton /> : undefined,
        }}
        {...(mayChange
          ? {
              selection,
              onSelection: select,
              selectionActions: (
                <ListActs
                  target={targetOf(selection, condition, total)}
                  say={setAlert}
                  onDone={(bulkId) => {
                    select(nothingChosen);
                    if (bulkId) follow(bulkId);
                  }}
                />
              ),
            }
          : {})}
        pager={
          data && data.results.length > 0 ? (
            <CursorPager
              pageSize={count}
              totalResults={total}
              totalIsEstimate={data.totalIsEstimate}
              next={data.next}
              previous={data.previous}
              onCursor={(cursor) => go({ cursor })}
              onLast={data.totalIsEstimate ? undefined : () => go({ page: Math.ceil(total / count) })}
              onPageSize={(size) => go({ count: size })}
            />
          ) : null
        }
        {...goneGroup}
      />
    </>
  );
});

/** Everything that can be done to the users chosen. */
function ListActs(props: BulkProps) {
  return (
    <>
      <BulkActions {...props} />
      <MailMenu {...props} />
    </>
  );
}
