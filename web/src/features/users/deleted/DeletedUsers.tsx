import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { DeletedUser, listDeletedUsers } from '#contract/people/deleted-users.ts';
import { DEFAULT_PAGE_SIZE, DELETED_USERS_KEPT_DAYS } from '#contract/limits.ts';
import { personName } from '#contract/display.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { SubPageTitle } from '../../../base/SubPageTitle.tsx';
import { useMe } from '../../../base/session-queries.ts';
import type { ChangeOf, ListPlace } from '../../../ui/list/address.ts';
import { deletedAddress, type DeletedSearch, MOST_TEXT } from './page-search.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../base/paths.ts';
import { roleNames } from '../../../base/role-names.ts';
import { addressOfUser } from '../../../base/thing-address.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { Person } from '../../../ui/text/Person.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { usersKey } from '../queries.ts';
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
function deletedColumns(
  { t, language, time, words }: ColumnKit,
  ask: ((asked: Asked) => void) | undefined,
): ListColumn<DeletedUser>[] {
  return [
    {
      id: 'userId',
      header: t('users.user'),
      isName: true,
      cell: (user) => <Person name={personName(user, language)} userId={user.userId} />,
    },
    words('loginMailAddress', t('common.mailAddress'), ({ loginMailAddress }) => loginMailAddress, { priority: 3 }),
    words('roles', t('users.roles'), ({ roles }) => roleNames(t, language, roles), {
      ...{ hiddenAtFirst: true, priority: 4 },
    }),
    time('deletedAt', t('users.deleted.at'), ({ deletedAt }) => deletedAt, { priority: 1 }),
    words('deletedBy', t('users.deleted.by'), ({ deletedBy }) => deletedBy, { priority: 2 }),
    time('expiresAt', t('users.deleted.until'), ({ expiresAt }) => expiresAt),
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
  const kit = useColumnKit();
  const { t, language } = kit;
  const me = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const goTo = useNavigate();
  const [alert, say] = useState<AlertContent>();
  const [asked, setAsked] = useState<Asked>();
  const { busy, restore, purge, mistakes, forgetMistakes } = useDeletedActs(say);
  const mayChange = me.permissions.includes('users:write');
  const title = t('users.deleted.title');
  const nameOf = (user: DeletedUser) => personName(user, language) || user.userId;
  const go = (change: ChangeOf<DeletedSearch> | ListPlace, replace = false) =>
    void navigate({ search: deletedAddress.changed(search, change), replace });
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
      <SubPageTitle title={title}>
        {t('users.deleted.lead', { count: DELETED_USERS_KEPT_DAYS })} <LearnMore guide="deleted-users" about={title} />
      </SubPageTitle>
      <AlertArea alert={alert} onClose={() => say(undefined)} />
      <QueryList
        id="deleted-users"
        caption={title}
        columns={useMemo(() => deletedColumns(kit, mayChange ? setAsked : undefined), [kit, mayChange])}
        query={useQuery(deletedUsersQuery(me.tenantId, search))}
        rowId={rowId}
        rowName={nameOf}
        toolbar={
          <SearchBox
            label={t('users.deleted.search')}
            value={search.text ?? ''}
            maxLength={MOST_TEXT}
            onSearch={(text) => go({ text: text || undefined }, true)}
          />
        }
        onClearSearch={search.text ? () => go({ text: undefined }) : undefined}
        at={search}
        go={go}
        paged="by cursor"
        failedTitle={t('users.deleted.failedTitle')}
        empty={{
          title: t('users.deleted.emptyTitle'),
          text: t('users.deleted.empty'),
          action: <Link to={paths.users}>{t('users.bulks.toUsers')}</Link>,
        }}
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
