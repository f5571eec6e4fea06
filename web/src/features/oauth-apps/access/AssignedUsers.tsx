import { Button } from '@mantine/core';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { AssignedUser } from '#contract/apps/client-access.ts';
import { personName } from '#contract/display.ts';
import { MAX_KEYWORD_LENGTH } from '#contract/limits.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { addressOfUser } from '../../../base/thing-address.ts';
import { AddUsersDialog } from '../../../pickers/dialogs.ts';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { Person } from '../../../ui/text/Person.tsx';
import classes from '../oauth-apps.module.css';
import { type App, assignedUsersQuery } from '../queries.ts';
import { type Say, useAccess } from './use-access.ts';

type Props = { app: App; say: Say };

const rowId = ({ uuid }: AssignedUser) => uuid;

const columnsOf = (
  { t, language }: ColumnKit,
  busy: boolean,
  onRemove: (user: AssignedUser) => void,
): ListColumn<AssignedUser>[] => [
  {
    id: 'user',
    header: t('oauthApps.user'),
    isName: true,
    cell: (user) => (
      <Link to="/portal/users/$userId" params={{ userId: addressOfUser(user.userId) }}>
        <Person name={personName(user, language)} userId={user.userId} />
      </Link>
    ),
  },
  {
    id: 'status',
    header: t('common.status'),
    isStatus: true,
    cell: ({ status }) => t(`common.userStatus.${status}`),
  },
  {
    id: 'acts',
    header: t('oauthApps.acts'),
    isActs: true,
    cell: (user) => (
      <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onRemove(user)}>
        {t('common.remove')}
      </Button>
    ),
  },
];

/** The users who may use the app by themselves. */
export function AssignedUsers({ app, say }: Props) {
  const kit = useColumnKit();
  const { t, language } = kit;
  const { tenantId } = useMe();
  const [place, setPlace] = useState({ keyword: '', page: 1 });
  const query = useQuery({
    ...assignedUsersQuery(tenantId, app.clientId, place),
    placeholderData: keepPreviousData,
  });
  const { busy, change } = useAccess(app, say);
  const search = (keyword: string) => setPlace({ keyword, page: 1 });
  return (
    <section className={classes.part}>
      <h2>{t('oauthApps.assigned_users')}</h2>
      <QueryList<AssignedUser>
        id="oauth-app-users"
        plain
        caption={t('oauthApps.assigned_users')}
        columns={columnsOf(kit, busy, ({ userId }) => void change('users', 'remove', [userId]))}
        query={query}
        rowId={rowId}
        rowName={(user) => personName(user, language) || user.userId}
        at={{ page: place.page }}
        go={({ page = 1 }) => setPlace({ ...place, page })}
        paged="by page"
        oneSize
        expectedRows={2}
        toolbar={
          <>
            <SearchBox
              label={t('oauthApps.searchAssigned')}
              value={place.keyword}
              maxLength={MAX_KEYWORD_LENGTH}
              onSearch={search}
            />
            <AssignUsers app={app} say={say} />
          </>
        }
        onClearSearch={place.keyword === '' ? undefined : () => search('')}
        failedTitle={t('oauthApps.assignedFailed_users')}
        empty={{ title: t('oauthApps.assignedNone_users'), text: t('oauthApps.assignedNoneText_users') }}
      />
    </section>
  );
}

function AssignUsers({ app, say }: Props) {
  const { t } = useColumnKit();
  const [opened, setOpened] = useState(false);
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, change } = useAccess(app, say, setAlert);
  const open = () => {
    setAlert(undefined);
    setOpened(true);
  };
  return (
    <>
      <Button className={classes.end} leftSection={<IconUserPlus size={16} aria-hidden="true" />} onClick={open}>
        {t('oauthApps.assign_users')}
      </Button>
      {opened ? (
        <Suspense>
          <AddUsersDialog
            title={t('oauthApps.assignTitle_users', { name: app.name })}
            okLabel={t('oauthApps.assign_users')}
            busy={busy}
            alert={alert}
            onOk={(users) =>
              void change(
                'users',
                'add',
                users.map(({ userId }) => userId),
              ).then((done) => setOpened(!done))
            }
            onCancel={() => setOpened(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
