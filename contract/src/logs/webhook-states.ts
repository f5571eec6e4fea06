/** States of deliveries, for addresses: without the catalogue of events. */

/** `dead`: given up. */
export const webhookDeliveryStates = ['waiting', 'delivered', 'dead'] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];
