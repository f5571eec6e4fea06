import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { personName } from '#contract/display.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { addressOfUser } from '../../../base/thing-address.ts';
import type { ListPlace } from '../../../ui/list/address.ts';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { PageLead } from '../../../ui/page/PageTitle.tsx';
import { Person } from '../../../ui/text/Person.tsx';
import { type ProvidedUser, type Source, sourceUsersQuery } from '../queries.ts';
import { readSourcePageSearch } from './page-search.ts';

const route = getRouteApi('/frame/portal/provisioning/$uuid');
const rowId = ({ uuid }: ProvidedUser) => uuid;
const rowName = ({ userId }: ProvidedUser) => userId;

const columnsOf = ({ t, language, time, words }: ColumnKit): ListColumn<ProvidedUser>[] => [
  {
    id: 'user',
    header: t('provisioning.user'),
    isName: true,
    cell: (user) => (
      <Link to="/portal/users/$userId" params={{ userId: addressOfUser(user.userId) }}>
        <Person name={personName(user, language)} userId={user.userId} />
      </Link>
    ),
  },
  words('status', t('common.status'), ({ status, isGone }) =>
    t(isGone ? 'provisioning.gone' : `common.userStatus.${status}`),
  ),
  words('userName', t('provisioning.userName'), ({ userName }) => userName, { priority: 1 }),
  words('externalId', t('provisioning.externalId'), ({ externalId }) => externalId, { priority: 3 }),
  time('updatedAt', t('provisioning.changedThere'), ({ updatedAt }) => updatedAt, { priority: 2 }),
];

/** Whom a source provides. */
export function UsersTab({ source }: { source: Source }) {
  const kit = useColumnKit();
  const { t } = kit;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { page = 1, count = DEFAULT_PAGE_SIZE } = search;
  const query = useQuery(sourceUsersQuery(useMe().tenantId, source.uuid, { page, count }));
  const go = (change: ListPlace, replace = false) =>
    void navigate({
      search: (before) => readSourcePageSearch({ ...before, page: undefined, ...change, tab: 'users' }),
      replace,
    });
  return (
    <>
      <PageLead>{t('provisioning.usersLead')}</PageLead>
      <QueryList<ProvidedUser>
        id="source-users"
        caption={t('provisioning.tab_users')}
        columns={useMemo(() => columnsOf(kit), [kit])}
        query={query}
        rowId={rowId}
        rowName={rowName}
        at={{ page, count }}
        go={go}
        paged="by page"
        failedTitle={t('provisioning.usersFailed')}
        empty={{ title: t('provisioning.usersEmptyTitle'), text: t('provisioning.usersEmpty') }}
      />
    </>
  );
}
