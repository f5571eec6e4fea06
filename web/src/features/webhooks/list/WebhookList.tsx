import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { lazy, Suspense, useMemo, useState } from 'react';
import { failedList } from '../../../base/failure.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { ReadOnlyTextBox } from '../../../ui/form/ReadOnlyTextBox.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { type Webhook, webhookListQuery } from '../queries.ts';
import { WebhookBadge } from '../WebhookBadge.tsx';
import classes from '../webhooks.module.css';

const AddDialog = lazy(() => import('./AddDialog.tsx'));

const rowId = ({ uuid }: Webhook) => uuid;
const rowName = ({ name }: Webhook) => name;

const columnsOf = ({ t, time, figure }: ColumnKit): ListColumn<Webhook>[] => [
  {
    id: 'name',
    header: t('common.name'),
    isName: true,
    cell: ({ uuid, name, address }) => (
      <span className={classes.name}>
        <Link to="/portal/webhooks/$uuid" params={{ uuid }}>
          {name}
        </Link>
        <small>{new URL(address).host}</small>
      </span>
    ),
  },
  { id: 'state', header: t('common.status'), isStatus: true, cell: (webhook) => <WebhookBadge webhook={webhook} /> },
  time('lastDeliveredAt', t('webhooks.lastDelivered'), ({ lastDeliveredAt }) => lastDeliveredAt, {
    priority: 0,
    never: t('webhooks.never'),
  }),
  figure('waiting', t('webhooks.waiting'), ({ waiting }) => waiting, { priority: 2 }),
  figure('dead', t('webhooks.dead'), ({ dead }) => dead, { priority: 1 }),
];

/** The receivers of events, and where events can be read instead. */
export function WebhookList() {
  const kit = useColumnKit();
  const { t } = kit;
  const { tenantId } = useMe();
  const query = useQuery(webhookListQuery(tenantId));
  const [adding, setAdding] = useState(false);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('webhooks.add')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('ui.nav.webhooks')} actions={add}>
        {t('webhooks.lead')}
      </PageTitle>
      <ListTable<Webhook>
        id="webhooks"
        plain
        caption={t('ui.nav.webhooks')}
        columns={useMemo(() => columnsOf(kit), [kit])}
        rows={query.data}
        rowId={rowId}
        rowName={rowName}
        expectedRows={3}
        failed={failedList(t, query, t('webhooks.failed'))}
        empty={{ title: t('webhooks.emptyTitle'), text: t('webhooks.empty'), action: add }}
      />
      <div className={classes.feed}>
        <SettingsCard title={t('webhooks.feedTitle')} why={t('webhooks.feedWhy')}>
          <ReadOnlyTextBox
            label={t('webhooks.feedAddress')}
            value={feedAddress(tenantId)}
            help={t('webhooks.feedHelp')}
          />
          <Link to={paths.managementTokens}>{t('webhooks.feedTokens')}</Link>
        </SettingsCard>
      </div>
      {adding ? (
        <Suspense>
          <AddDialog onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

const feedAddress = (tenantId: string) => `${window.location.origin}/api/auth/tenants/${tenantId}/events`;
