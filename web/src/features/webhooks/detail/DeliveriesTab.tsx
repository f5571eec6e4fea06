import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { type WebhookDeliveryState, webhookDeliveryStates } from '#contract/logs/webhook-states.ts';
import { dash } from '#contract/display.ts';
import { failedList } from '../../../base/failure.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { eventName } from './event-name.ts';
import { FilterSelect } from '../../../ui/list/FilterSelect.tsx';
import { FirstNext } from '../../../ui/list/FirstNext.tsx';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { PageLead } from '../../../ui/page/PageTitle.tsx';
import { DateTimeText } from '../../../ui/text/DateTimeText.tsx';
import { StatusBadge, type Tone } from '../../../ui/text/StatusBadge.tsx';
import { deliveriesQuery, type Webhook, type WebhookDelivery } from '../queries.ts';
import classes from '../webhooks.module.css';
import { resultWords } from './result-words.ts';
import type { WebhookActs } from './use-webhook-acts.ts';

const MessageDialog = lazy(() => import('./MessageDialog.tsx'));

const route = getRouteApi('/frame/portal/webhooks/$uuid');
const rowId = ({ sequence }: WebhookDelivery) => String(sequence);
const rowName = rowId;

const tones: Readonly<Record<WebhookDeliveryState, Tone>> = { waiting: 'warning', delivered: 'good', dead: 'bad' };

type Acts = {
  view: (sequence: number) => void;
  /** Not while the webhook is off: nothing would be sent. */
  retry: ((sequence: number) => void) | null;
};

function columnsOf({ t, time, figure, zone }: ColumnKit, { view, retry }: Acts): ListColumn<WebhookDelivery>[] {
  return [
    {
      id: 'event',
      header: t('webhooks.event'),
      isName: true,
      cell: ({ type, sequence }) => (
        <span className={classes.name}>
          {eventName(t, type)}
          <small>{`${sequence} · ${type}`}</small>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('common.status'),
      isStatus: true,
      cell: ({ state }) => <StatusBadge tone={tones[state]}>{t(`webhooks.delivery_${state}`)}</StatusBadge>,
    },
    {
      id: 'result',
      header: t('webhooks.result'),
      priority: 1,
      cell: (row) =>
        row.triedAt === null ? (
          dash
        ) : (
          <span className={classes.name}>
            {resultWords(t, row)}
            <small>{t('webhooks.millisValue', { millis: row.millis ?? 0 })}</small>
          </span>
        ),
    },
    figure('tries', t('webhooks.tries'), ({ tries }) => tries, { priority: 3 }),
    time('at', t('webhooks.at'), ({ at }) => at, { priority: 0 }),
    {
      id: 'next',
      header: t('webhooks.nextAttempt'),
      priority: 2,
      cell: ({ nextAt, tries }) => (nextAt && tries > 0 ? <DateTimeText value={nextAt} timeZone={zone} /> : dash),
    },
    {
      id: 'acts',
      header: t('webhooks.acts'),
      isActs: true,
      cell: ({ sequence, state }) => (
        <span className={classes.rowActs}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('webhooks.viewOf', { number: sequence })}
            onClick={() => view(sequence)}
          >
            {t('webhooks.view')}
          </Button>
          {state === 'waiting' || retry === null ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('webhooks.retryOf', { number: sequence })}
              onClick={() => retry(sequence)}
            >
              {t('webhooks.retry')}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

/** What was sent to a webhook lately, and what waits. */
export function DeliveriesTab({ webhook, acts }: { webhook: Webhook; acts: WebhookActs }) {
  const kit = useColumnKit();
  const { t } = kit;
  const { tenantId } = useMe();
  const { state, before } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(deliveriesQuery(tenantId, webhook.uuid, { state, before }));
  const [viewed, setViewed] = useState<number>();
  const { retry } = acts;
  const { active } = webhook;
  const go = (search: { state?: WebhookDeliveryState | undefined; before?: string | undefined }) =>
    void navigate({
      search: { ...(search.state && { state: search.state }), ...(search.before && { before: search.before }) },
      replace: true,
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the acts are new with each drawing, and do the same
  const columns = useMemo(
    () => columnsOf(kit, { view: setViewed, retry: active ? (sequence) => void retry(sequence) : null }),
    [kit, webhook.uuid, active],
  );
  const next = query.data?.next;
  return (
    <>
      <PageLead
        actions={
          <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
            {t('webhooks.refresh')}
          </Button>
        }
      >
        {t('webhooks.deliveriesLead')}
      </PageLead>
      <ListTable<WebhookDelivery>
        id="webhook-deliveries"
        plain
        caption={t('webhooks.tab_deliveries')}
        columns={columns}
        rows={query.data?.results}
        rowId={rowId}
        rowName={rowName}
        expectedRows={8}
        failed={failedList(t, query, t('webhooks.deliveriesFailed'))}
        toolbar={
          <FilterSelect
            label={t('common.status')}
            value={state ?? ''}
            choices={[
              { value: '', label: t('webhooks.anyState') },
              ...webhookDeliveryStates.map((value) => ({ value, label: t(`webhooks.delivery_${value}`) })),
            ]}
            onChange={(chosen) => go({ state: webhookDeliveryStates.find((one) => one === chosen) })}
          />
        }
        onClearSearch={state ? () => go({}) : undefined}
        empty={{ title: t('webhooks.deliveriesEmptyTitle'), text: t('webhooks.deliveriesEmpty') }}
        pager={
          <FirstNext
            words={{ first: t('webhooks.newest'), next: t('webhooks.older') }}
            onFirst={before ? () => go({ state }) : undefined}
            onNext={next ? () => go({ state, before: next }) : undefined}
          />
        }
      />
      {viewed === undefined ? null : (
        <Suspense>
          <MessageDialog webhook={webhook} sequence={viewed} acts={acts} onClose={() => setViewed(undefined)} />
        </Suspense>
      )}
    </>
  );
}
