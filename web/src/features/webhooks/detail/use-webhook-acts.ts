import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type {
  deleteWebhook,
  retryDeadWebhookDeliveries,
  retryWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/logs/webhooks.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type Webhook, webhookPath, webhookQuery, webhooksKey } from '../queries.ts';

/** The acts of the menu. */
export type WebhookAct = 'test' | 'switchOn' | 'switchOff' | 'rotate' | 'delete';
export type WebhookActs = ReturnType<typeof useWebhookActs>;

/** The acts on a webhook; what was done, or why not, is said by `say`. */
export function useWebhookActs(webhook: Webhook, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const { uuid, name } = webhook;
  const params = { tenantId, uuid };
  const pattern = 'powerUser';
  const renew = () => queryClient.invalidateQueries({ queryKey: webhooksKey });
  return {
    busy,
    setActive: async (active: boolean) => {
      const body = { active, expected: { active: webhook.active } };
      const done = await run(() =>
        call<typeof updateWebhook>({ method: 'PUT', path: webhookPath, params, body, pattern }),
      );
      await renew();
      if (done) say({ kind: 'success', text: t(active ? 'webhooks.switchedOn' : 'webhooks.switchedOff', { name }) });
    },
    remove: async () => {
      const done = await run(() =>
        call<typeof deleteWebhook>({ method: 'DELETE', path: webhookPath, params, pattern }),
      );
      if (!done) return;
      await navigate({ to: paths.webhooks, search: {}, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: webhookQuery(tenantId, uuid).queryKey });
      await renew();
    },
    /** The new secret; undefined if it failed. */
    rotate: async (overlapHours: number): Promise<string | undefined> => {
      const path = `${webhookPath}/secret` as const;
      const done = await run(() =>
        call<typeof rotateWebhookSecret>({ method: 'POST', path, params, body: { overlapHours }, pattern }),
      );
      await renew();
      return done?.answer.secret;
    },
    test: async () => {
      const path = `${webhookPath}/test` as const;
      const done = await run(
        () => call<typeof testWebhook>({ method: 'POST', path, params, body: {}, pattern }),
        (error) => {
          const isTooMuch = hasErrorId(error, 'too_many_requests');
          if (isTooMuch) say({ kind: 'failure', text: t('webhooks.tooManyTests') });
          return isTooMuch;
        },
      );
      return done?.answer;
    },
    retry: async (sequence: number) => {
      const path = `${webhookPath}/deliveries/{sequence}/retry` as const;
      const done = await run(() =>
        call<typeof retryWebhookDelivery>({
          method: 'POST',
          path,
          params: { ...params, sequence: String(sequence) },
          body: {},
          pattern,
        }),
      );
      await renew();
      if (done) say({ kind: 'success', text: t('webhooks.retried', { number: sequence }) });
    },
    retryAll: async () => {
      const path = `${webhookPath}/retry` as const;
      const done = await run(() =>
        call<typeof retryDeadWebhookDeliveries>({ method: 'POST', path, params, body: {}, pattern }),
      );
      await renew();
      if (done) say({ kind: 'success', text: t('webhooks.retriedAll', { count: done.answer.retried }) });
    },
  };
}
