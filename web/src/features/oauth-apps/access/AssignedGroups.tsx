import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { AssignedGroup } from '#contract/apps/client-access.ts';
import { failedList } from '../../../base/failure.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { GroupDialog } from '../../../pickers/dialogs.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import classes from '../oauth-apps.module.css';
import { type App, assignedGroupsQuery } from '../queries.ts';
import { type Say, useAccess } from './use-access.ts';

type Props = { app: App; say: Say };

const rowId = ({ uuid }: AssignedGroup) => uuid;
const rowName = ({ name }: AssignedGroup) => name;

const columnsOf = (
  { t }: ColumnKit,
  busy: boolean,
  onRemove: (group: AssignedGroup) => void,
): ListColumn<AssignedGroup>[] => [
  {
    id: 'name',
    header: t('oauthApps.group'),
    isName: true,
    cell: ({ uuid, name, groupId }) => (
      <span className={classes.name}>
        <Link to="/portal/groups/$uuid" params={{ uuid }}>
          {name}
        </Link>
        <small>{groupId}</small>
      </span>
    ),
  },
  {
    id: 'members',
    header: t('oauthApps.members'),
    cell: ({ userCount, hasChildren }) =>
      hasChildren ? t('oauthApps.withChildren', { count: userCount }) : String(userCount),
  },
  {
    id: 'acts',
    header: t('oauthApps.acts'),
    isActs: true,
    cell: (group) => (
      <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onRemove(group)}>
        {t('common.remove')}
      </Button>
    ),
  },
];

/** The groups whose members may use the app. */
export function AssignedGroups({ app, say }: Props) {
  const kit = useColumnKit();
  const { t } = kit;
  const { tenantId } = useMe();
  const query = useQuery(assignedGroupsQuery(tenantId, app.clientId));
  const { busy, change } = useAccess(app, say);
  const known = new Set(query.data?.results.map(rowId));
  return (
    <section className={classes.part}>
      <h2>{t('oauthApps.assigned_groups')}</h2>
      <ListTable<AssignedGroup>
        id="oauth-app-groups"
        plain
        caption={t('oauthApps.assigned_groups')}
        columns={columnsOf(kit, busy, ({ groupId }) => void change('groups', 'remove', [groupId]))}
        rows={query.data?.results}
        rowId={rowId}
        rowName={rowName}
        expectedRows={2}
        toolbar={<AssignGroup app={app} say={say} known={known} />}
        failed={failedList(t, query, t('oauthApps.assignedFailed_groups'))}
        empty={{ title: t('oauthApps.assignedNone_groups'), text: t('oauthApps.assignedNoneText_groups') }}
      />
    </section>
  );
}

function AssignGroup({ app, say, known }: Props & { known: ReadonlySet<string> }) {
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
      <Button className={classes.end} leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={open}>
        {t('oauthApps.assign_groups')}
      </Button>
      {opened ? (
        <Suspense>
          <GroupDialog
            title={t('oauthApps.assignTitle_groups', { name: app.name })}
            lead={t('oauthApps.assignLead')}
            okLabel={t('oauthApps.assign_groups')}
            refused={({ uuid }) => (known.has(uuid) ? t('oauthApps.assignedNow') : undefined)}
            busy={busy}
            alert={alert}
            onOk={({ groupId }) => void change('groups', 'add', [groupId]).then((done) => setOpened(!done))}
            onCancel={() => setOpened(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
