import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatDateTime } from '#contract/display.ts';
import { Conflict } from '../../../base/editing/Conflict.tsx';
import { OperationHistory } from '../../../base/history/OperationHistory.tsx';
import { historyQuery } from '../../../base/history/query.ts';
import { fieldName, type HistoryWords, sideWords } from '../../../base/history/words.ts';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { paths } from '../../../base/paths.ts';
import { PlaceCrumbs } from '../../../base/PlaceCrumbs.tsx';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { EnterSaves } from '../../../ui/form/EnterSaves.tsx';
import { SaveBar } from '../../../ui/form/SaveBar.tsx';
import { AlertArea, type AlertContent, AlertMessage } from '../../../ui/page/AlertArea.tsx';
import { PageTabs } from '../../../ui/page/PageTabs.tsx';
import { type Webhook, webhookQuery, webhooksKey } from '../queries.ts';
import classes from '../webhooks.module.css';
import { DeliveriesTab } from './DeliveriesTab.tsx';
import { type WebhookTab, webhookTabs } from './page-search.ts';
import { SettingsTab } from './SettingsTab.tsx';
import { useWebhookActs, type WebhookActs } from './use-webhook-acts.ts';
import { type Draft, useWebhookForm, webhookForm } from './use-webhook-form.ts';
import { WebhookHead } from './WebhookHead.tsx';

const route = getRouteApi('/frame/portal/webhooks/$uuid');

const webhookHistory: HistoryWords = { target: 'webhook' };

/** One webhook: what was sent, its settings, and what was done to it. */
export function WebhookPage() {
  const t = useT();
  const { tenantId } = useMe();
  const { uuid } = route.useParams();
  const query = useQuery(webhookQuery(tenantId, uuid));
  const here = query.data?.name ?? t('webhooks.webhook');
  return (
    <>
      <PlaceCrumbs here={here} />
      {query.data ? null : <h1 className="visually-hidden">{here}</h1>}
      <Loaded
        query={query}
        height={480}
        failedTitle={t('webhooks.oneFailed')}
        missing={{
          title: t('webhooks.missingTitle'),
          text: t('webhooks.missingText'),
          back: t('webhooks.missingBack'),
          to: paths.webhooks,
        }}
      >
        {(webhook) => <Parts key={webhook.uuid} webhook={webhook} />}
      </Loaded>
    </>
  );
}

function Parts({ webhook }: { webhook: Webhook }) {
  const t = useT();
  const me = useMe();
  const { tab = 'deliveries' } = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const form = useWebhookForm(webhook, setAlert);
  const acts = useWebhookActs(webhook, setAlert);
  const contents: Record<WebhookTab, () => ReactNode> = {
    deliveries: () => <DeliveriesTab webhook={webhook} acts={acts} />,
    settings: () => (
      <EnterSaves>
        <SettingsTab form={form} />
      </EnterSaves>
    ),
    history: () => <HistoryTab webhook={webhook} />,
  };
  const offered = webhookTabs.filter((one) => one !== 'history' || me.permissions.includes('logs:read'));
  const open = (id: string) => {
    const next = offered.find((one) => one === id) ?? 'deliveries';
    void navigate({ search: next === 'deliveries' ? {} : { tab: next }, replace: true });
  };
  return (
    <>
      <WebhookHead webhook={webhook} acts={acts} />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Conflict<Draft>
        form={form}
        nameOf={(field) => fieldName(t, webhookHistory, field)}
        wordsOf={(draft, field) => sideWords(t, webhookHistory, field, webhookForm.sent(draft, field), String)}
      />
      <Notes webhook={webhook} acts={acts} />
      <PageTabs
        label={t('webhooks.tabs')}
        value={offered.includes(tab) ? tab : 'deliveries'}
        tabs={offered.map((id) => ({ id, label: t(`webhooks.tab_${id}`), content: contents[id]() }))}
        onChange={open}
      />
      <SaveBar
        changed={form.changed && !form.conflict}
        invalid={!form.valid}
        busy={form.busy}
        onSave={form.save}
        onDiscard={form.discard}
      />
      <LeaveGuard changed={form.changed} />
    </>
  );
}

/** What is wrong with it, and what can be done. */
function Notes({ webhook, acts }: { webhook: Webhook; acts: WebhookActs }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const at = (time: string | null) => formatDateTime(time === null ? null : new Date(time), language, zone);
  const { active, stopReason, stoppedAt, failingSince, nextAt, dead } = webhook;
  const isStopped = stopReason === 'failing' || stopReason === 'gone';
  return (
    <div className={classes.notes}>
      {isStopped ? (
        <AlertMessage
          alert={{
            kind: 'warning',
            text: t(`webhooks.stopped_${stopReason}`, { time: at(stoppedAt) }),
            action: { label: t('webhooks.act_switchOn'), onClick: () => void acts.setActive(true) },
          }}
        />
      ) : null}
      {active && failingSince !== null ? (
        <AlertMessage
          alert={{ kind: 'warning', text: t('webhooks.failingNow', { since: at(failingSince), next: at(nextAt) }) }}
        />
      ) : null}
      {dead > 0 ? (
        <AlertMessage
          alert={{
            kind: 'warning',
            text: t('webhooks.deadNow', { count: dead }),
            ...(active && { action: { label: t('webhooks.retryAll'), onClick: () => void acts.retryAll() } }),
          }}
        />
      ) : null}
    </div>
  );
}

function HistoryTab({ webhook }: { webhook: Webhook }) {
  const t = useT();
  const { tenantId } = useMe();
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OperationHistory
      id="webhook-history"
      caption={t('webhooks.tab_history')}
      query={historyQuery(webhooksKey, tenantId, { targetType: 'webhook', targetId: webhook.uuid }, cursor)}
      words={webhookHistory}
      empty={t('webhooks.historyEmpty')}
      onCursor={(next) => void navigate({ search: { tab: 'history', ...(next ? { cursor: next } : {}) } })}
    />
  );
}
