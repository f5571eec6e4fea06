import { type WebhookDeliveryState, webhookDeliveryStates } from '#contract/logs/webhook-states.ts';

/** The tabs, in their order. Each has its content in WebhookPage.tsx. */
export const webhookTabs = ['deliveries', 'settings', 'history'] as const;
export type WebhookTab = (typeof webhookTabs)[number];

/** What the address of a webhook's page holds: the open tab, and the place in its list. */
type WebhookPageSearch = {
  tab?: Exclude<WebhookTab, 'deliveries'>;
  state?: WebhookDeliveryState;
  before?: string;
  cursor?: string;
};

export function readWebhookPageSearch(search: Record<string, unknown>): WebhookPageSearch {
  const tab = webhookTabs.find(
    (one): one is Exclude<WebhookTab, 'deliveries'> => one === search.tab && one !== 'deliveries',
  );
  const state = webhookDeliveryStates.find((one) => one === search.state);
  const before = String(search.before ?? '');
  const cursor = String(search.cursor ?? '');
  return {
    ...(tab ? { tab } : {}),
    ...(!tab && state ? { state } : {}),
    ...(!tab && /^[1-9]\d{0,14}$/.test(before) ? { before } : {}),
    ...(tab === 'history' && /^[A-Za-z0-9._-]{1,100}$/.test(cursor) ? { cursor } : {}),
  };
}
