import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import type { ListedUser } from '#contract/people/users-fields.ts';
import { personName } from '#contract/display.ts';
import { useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { useKeptSearch } from '../../../base/last-search.ts';
import { paths } from '../../../base/paths.ts';
import { useWish } from '../../../base/arrival-wish.ts';
import { usePageAlert } from '../../../base/page-alert.ts';
import { useGoneGroup } from '../../../pickers/gone-group.tsx';
import { AlertArea } from '../../../ui/page/AlertArea.tsx';
import { nothingChosen } from '../../../ui/list/list-types.ts';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { useSelection } from '../../../ui/list/use-selection.ts';
import { AddUserButton } from '../AddUserButton.tsx';
import { targetOf } from '../bulk.ts';
import { userListQuery } from '../queries.ts';
import { FollowedBulk } from '../bulks/FollowedBulk.tsx';
import { BulkActions } from './BulkActions.tsx';
import { userColumns } from './columns.tsx';
import { Filters } from './Filters.tsx';
import { InviteAll } from './InviteAll.tsx';
import { MoreMenu } from './MoreMenu.tsx';
import { userAddress, conditionOf, type SearchChange, withoutCondition } from './list-search.ts';

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
  const kit = useColumnKit();
  const { t, language } = kit;
  const me = useMe();
  useKeptSearch(paths.users, search);
  const navigate = route.useNavigate();
  const [alert, setAlert] = usePageAlert();
  const [followed, follow] = useState<string>();
  const list = useQuery(userListQuery(me.tenantId, search));
  const { data, isPlaceholderData } = list;
  const condition = useMemo(() => conditionOf(search), [search]);
  const [selection, select] = useSelection(condition);
  const mayChange = me.permissions.includes('users:write');
  const searching = Object.keys(condition).length > 0;
  const total = data?.totalResults ?? 0;
  // From the search that is on its way, or the second of two changes in a row would take the first back.
  // Typing replaces the entry of the browser's history, or going back would undo single letters.
  const go = (change: SearchChange, replace = false) =>
    void navigate({ search: (before) => userAddress.changed(before, change), replace });
  const filter = (change: SearchChange) => go(change, true);
  const [wish, begun] = useWish();
  const invites = wish === 'invite' && mayChange && total > 0 && !isPlaceholderData;
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
            {mayChange ? <AddUserButton say={setAlert} /> : null}
          </>
        }
      >
        {t('users.lead')}
      </PageTitle>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {invites ? (
        <InviteAll
          target={{ condition, expectedCount: total }}
          say={setAlert}
          onBegin={() => select({ all: true, ids: new Set() })}
          onDone={() => select(nothingChosen)}
          onClose={begun}
        />
      ) : null}
      <FollowedBulk followed={followed} follow={follow} say={setAlert} />
      <QueryList
        id="users"
        caption={t('users.title')}
        columns={useMemo(() => userColumns(kit), [kit])}
        query={list}
        rowId={rowId}
        rowName={(user) => personName(user, language) || user.userId}
        toolbar={<Filters search={search} onChange={filter} />}
        onClearSearch={searching ? () => void navigate({ search: withoutCondition }) : undefined}
        at={search}
        go={go}
        paged="by cursor, last by page"
        sortedBy="userId"
        failedTitle={t('users.failedTitle')}
        empty={{
          title: t('users.emptyTitle'),
          text: t('users.empty'),
          action: mayChange ? <AddUserButton say={setAlert} /> : undefined,
        }}
        {...(mayChange
          ? {
              selection,
              onSelection: select,
              selectionActions: (
                <BulkActions
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
        instead={goneGroup}
      />
    </>
  );
});
