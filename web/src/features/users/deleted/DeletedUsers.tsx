import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { DeletedUser, listDeletedUsers } from '#contract/people/deleted-users.ts';
import { dash, personName } from '#contract/display.ts';
import { DEFAULT_PAGE_SIZE, DELETED_USERS_KEPT_DAYS } from '#contract/limits.ts';
import { call } from '../../../api/call.ts';
import { failedList } from '../../../base/failure.ts';
import { paths } from '../../../base/paths.ts';
import { roleNames } from '../../../base/role-names.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { addressOfUser } from '../../../base/thing-address.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { Breadcrumbs } from '../../../ui/page/Breadcrumbs.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { CursorPager } from '../../../ui/list/CursorPager.tsx';
import { DateTimeText } from '../../../ui/text/DateTimeText.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { Person } from '../../../ui/text/Person.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { usersKey } from '../queries.ts';
import { type DeletedSearch, MOST_TEXT } from './page-search.ts';
import { RestoreDialog } from './RestoreDialog.tsx';
import { type Restored, useDeletedActs, type Wish } from './use-deleted-acts.ts';

const route = getRouteApi('/frame/portal/users/deleted');

const deletedUsersQuery = (tenantId: string, { text, cursor, count = DEFAULT_PAGE_SIZE }: DeletedSearch) =>
  queryOptions({
    queryKey: [...usersKey, tenantId, 'deleted', text, cursor, count],
    queryFn: ({ signal }) =>
      call<typeof listDeletedUsers>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/deletedUsers',
        params: { tenantId },
        query: { count, ...(text ? { text } : {}), ...(cursor ? { cursor } : {}) },
        ...{ pattern: 'powerUser', signal },
      }),
  });

const rowId = ({ uuid }: DeletedUser) => uuid;

type Asked = { user: DeletedUser; act: 'restore' | 'purge' };
type Showing = { t: Translate; language: string; zone: string; ask: ((asked: Asked) => void) | undefined };

function deletedColumns({ t, language, zone, ask }: Showing): ListColumn<DeletedUser>[] {
  return [
    {
      id: 'userId',
      header: t('users.user'),
      isName: true,
      cell: (user) => <Person name={personName(user, language)} userId={user.userId} />,
    },
    {
      id: 'loginMailAddress',
      header: t('common.mailAddress'),
      cell: ({ loginMailAddress }) => loginMailAddress ?? dash,
    },
    {
      id: 'roles',
      header: t('users.roles'),
      hiddenAtFirst: true,
      cell: ({ roles }) => roleNames(t, language, roles),
    },
    {
      id: 'deletedAt',
      header: t('users.deleted.at'),
      cell: ({ deletedAt }) => <DateTimeText value={deletedAt} timeZone={zone} />,
    },
    { id: 'deletedBy', header: t('users.deleted.by'), cell: ({ deletedBy }) => deletedBy || dash },
    {
      id: 'expiresAt',
      header: t('users.deleted.until'),
      cell: ({ expiresAt }) => <DateTimeText value={expiresAt} timeZone={zone} />,
    },
    ...(ask
      ? [
          {
            id: 'acts',
            header: t('users.acts'),
            isActs: true,
            cell: (user: DeletedUser) => (
              <span>
                {(['restore', 'purge'] as const).map((act) => (
                  <Button
                    key={act}
                    size="compact-sm"
                    variant="default"
                    aria-label={t(`users.deleted.${act}Named`, { name: personName(user, language) || user.userId })}
                    onClick={() => ask({ user, act })}
                  >
                    {t(`users.deleted.${act}`)}
                  </Button>
                ))}
              </span>
            ),
          },
        ]
      : []),
  ];
}

/** Users who were deleted in the last 30 days: the way back, and the way out for good. */
export function DeletedUsers() {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const zone = timeZoneOf(me);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const goTo = useNavigate();
  const [alert, say] = useState<AlertContent>();
  const [asked, setAsked] = useState<Asked>();
  const { busy, restore, purge, mistakes, forgetMistakes } = useDeletedActs(say);
  const list = useQuery(deletedUsersQuery(me.tenantId, search));
  const { data } = list;
  const mayChange = me.permissions.includes('users:write');
  const columns = useMemo(
    () => deletedColumns({ t, language, zone, ask: mayChange ? setAsked : undefined }),
    [t, language, zone, mayChange],
  );
  const title = t('users.deleted.title');
  const count = search.count ?? DEFAULT_PAGE_SIZE;
  const nameOf = (user: DeletedUser) => personName(user, language) || user.userId;
  const go = (change: DeletedSearch) => void navigate({ search: { ...search, cursor: undefined, ...change } });
  const stop = () => {
    setAsked(undefined);
    forgetMistakes();
  };
  const bringBack = async (user: DeletedUser, wish: Wish) => {
    const restored = await restore(user, wish);
    if (!restored) return;
    stop();
    const { userId } = restored.user;
    const open = () => void goTo({ to: '/portal/users/$userId', params: { userId: addressOfUser(userId) } });
    const lost = leftWords(t, language, restored.left);
    say({
      kind: lost.length > 0 ? 'warning' : 'success',
      text: [t('users.deleted.restored', { userId }), ...lost].map((line) => <p key={line}>{line}</p>),
      action: { label: t('users.deleted.openUser'), onClick: open },
    });
  };
  const end = async (user: DeletedUser) => {
    const done = await purge(user);
    setAsked(undefined);
    if (done) say({ kind: 'success', text: t('users.deleted.purged', { userId: user.userId }) });
  };
  return (
    <>
      <Breadcrumbs
        links={[
          <Link key="users" to={paths.users}>
            {t('users.title')}
          </Link>,
        ]}
        here={title}
      />
      <PageTitle title={title}>{t('users.deleted.lead', { count: DELETED_USERS_KEPT_DAYS })}</PageTitle>
      <AlertArea alert={alert} onClose={() => say(undefined)} />
      <ListTable
        id="deleted-users"
        caption={title}
        columns={columns}
        rows={data?.results}
        rowId={rowId}
        rowName={nameOf}
        expectedRows={3}
        totalResults={data?.totalResults ?? 0}
        totalIsEstimate={data?.totalIsEstimate}
        failed={failedList(t, list, t('users.deleted.failedTitle'))}
        empty={{
          title: t('users.deleted.emptyTitle'),
          text: t('users.deleted.empty'),
          action: <Link to={paths.users}>{t('users.bulks.toUsers')}</Link>,
        }}
        toolbar={
          <SearchBox
            label={t('users.deleted.search')}
            value={search.text ?? ''}
            maxLength={MOST_TEXT}
            onSearch={(text) => go({ text: text || undefined })}
          />
        }
        onClearSearch={search.text ? () => go({ text: undefined }) : undefined}
        pager={
          data && (data.next || data.previous) ? (
            <CursorPager
              pageSize={count}
              totalResults={data.totalResults}
              totalIsEstimate={data.totalIsEstimate}
              next={data.next}
              previous={data.previous}
              onCursor={(cursor) => go({ cursor })}
              onPageSize={(size) => go({ count: size })}
            />
          ) : null
        }
      />
      {asked?.act === 'restore' ? (
        <RestoreDialog
          key={asked.user.uuid}
          user={asked.user}
          name={nameOf(asked.user)}
          busy={busy}
          mistakes={mistakes}
          onRestore={(wish) => void bringBack(asked.user, wish)}
          onCancel={stop}
        />
      ) : null}
      <ConfirmDialog
        opened={asked?.act === 'purge'}
        title={asked ? t('users.deleted.purgeTitle', { name: nameOf(asked.user) }) : ''}
        okLabel={t('users.deleted.purge')}
        danger
        busy={busy}
        onOk={() => asked && void end(asked.user)}
        onCancel={stop}
      >
        <p>{t('users.deleted.purgeEffect')}</p>
      </ConfirmDialog>
    </>
  );
}

/** What the user could not be given again, a sentence each. */
function leftWords(
  t: Translate,
  language: string,
  { groups, licenseIds, userCode, accounts }: Restored['left'],
): string[] {
  const licenses = new Intl.ListFormat(language).format(licenseIds);
  return [
    groups > 0 ? t('users.deleted.leftGroups', { count: groups }) : '',
    licenseIds.length > 0 ? t('users.deleted.leftLicenses', { count: licenseIds.length, licenses }) : '',
    userCode ? t('users.deleted.leftPin') : '',
    accounts > 0 ? t('users.deleted.leftAccounts', { count: accounts }) : '',
  ].filter(Boolean);
}
