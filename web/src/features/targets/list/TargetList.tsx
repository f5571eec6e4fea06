import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { lazy, Suspense, useMemo, useState } from 'react';
import { failedList } from '../../../base/failure.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { type Target, targetListQuery } from '../queries.ts';
import { TargetBadge } from '../TargetBadge.tsx';
import classes from '../targets.module.css';

const AddDialog = lazy(() => import('./AddDialog.tsx'));

const rowId = ({ uuid }: Target) => uuid;
const rowName = ({ name }: Target) => name;

const columnsOf = ({ t, time, figure }: ColumnKit): ListColumn<Target>[] => [
  {
    id: 'name',
    header: t('common.name'),
    isName: true,
    cell: ({ uuid, name, address }) => (
      <span className={classes.name}>
        <Link to="/portal/provisioning-targets/$uuid" params={{ uuid }}>
          {name}
        </Link>
        <small>{new URL(address).host}</small>
      </span>
    ),
  },
  { id: 'state', header: t('common.status'), isStatus: true, cell: (target) => <TargetBadge target={target} /> },
  figure('inStep', t('targets.state_inStep'), ({ users }) => users.inStep, { priority: 1 }),
  figure('waiting', t('targets.state_waiting'), ({ users }) => users.waiting, { priority: 2 }),
  figure('open', t('targets.open'), ({ users }) => users.dead + users.match + users.held, { priority: 0 }),
  time('lastPushedAt', t('targets.lastPushed'), ({ lastPushedAt }) => lastPushedAt, {
    priority: 3,
    never: t('webhooks.never'),
  }),
];

/** The apps to which users are provided. */
export function TargetList() {
  const kit = useColumnKit();
  const { t } = kit;
  const query = useQuery(targetListQuery(useMe().tenantId));
  const [adding, setAdding] = useState(false);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('targets.add')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('ui.nav.provisioningTargets')} actions={add}>
        {t('targets.lead')}
      </PageTitle>
      <ListTable<Target>
        id="provisioning-targets"
        plain
        caption={t('ui.nav.provisioningTargets')}
        columns={useMemo(() => columnsOf(kit), [kit])}
        rows={query.data}
        rowId={rowId}
        rowName={rowName}
        expectedRows={3}
        failed={failedList(t, query, t('targets.failed'))}
        empty={{ title: t('targets.emptyTitle'), text: t('targets.empty'), action: add }}
      />
      {adding ? (
        <Suspense>
          <AddDialog onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
