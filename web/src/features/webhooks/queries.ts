import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { WebhookDeliveryState } from '#contract/logs/webhook-states.ts';
import type {
  getWebhook,
  getWebhookMessage,
  listWebhookDeliveries,
  listWebhooks,
  Webhook,
  WebhookDelivery,
} from '#contract/logs/webhooks.ts';
import { call } from '../../api/call.ts';
import { whenKnown } from '../../base/session-queries.ts';

export type { Webhook, WebhookDelivery };

/** Everything below this key is out of date once a webhook was changed. */
export const webhooksKey = ['webhooks'] as const;

export const webhooksPath = '/api/auth/tenants/{tenantId}/webhooks';
export const webhookPath = `${webhooksPath}/{uuid}` as const;
const pattern = 'powerUser';

/** The webhooks of the tenant, by name; they are few. */
export const webhookListQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...webhooksKey, tenantId, 'list'],
    queryFn: async ({ signal }): Promise<Webhook[]> => {
      const params = { tenantId };
      return (await call<typeof listWebhooks>({ method: 'GET', path: webhooksPath, params, pattern, signal })).results;
    },
  });

export const webhookQuery = (tenantId: string, uuid: string) =>
  queryOptions({
    queryKey: [...webhooksKey, tenantId, 'one', uuid],
    queryFn: ({ signal }) =>
      call<typeof getWebhook>({ method: 'GET', path: webhookPath, params: { tenantId, uuid }, pattern, signal }),
  });

/** The newest deliveries, or those before one. */
export const deliveriesQuery = (
  tenantId: string,
  uuid: string,
  query: { state?: WebhookDeliveryState | undefined; before?: string | undefined },
) =>
  queryOptions({
    queryKey: [...webhooksKey, tenantId, 'deliveries', uuid, query],
    queryFn: ({ signal }) =>
      call<typeof listWebhookDeliveries>({
        method: 'GET',
        path: `${webhookPath}/deliveries`,
        params: { tenantId, uuid },
        query,
        pattern,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** One delivery with its message. */
export const messageQuery = (tenantId: string, uuid: string, sequence: string) =>
  queryOptions({
    queryKey: [...webhooksKey, tenantId, 'message', uuid, sequence],
    queryFn: ({ signal }) =>
      call<typeof getWebhookMessage>({
        method: 'GET',
        path: `${webhookPath}/deliveries/{sequence}`,
        params: { tenantId, uuid, sequence },
        pattern,
        signal,
      }),
  });

export function startWebhookList(queryClient: QueryClient): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(webhookListQuery(tenantId)));
}

export function startWebhookPage(queryClient: QueryClient, uuid: string): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(webhookQuery(tenantId, uuid)));
}
