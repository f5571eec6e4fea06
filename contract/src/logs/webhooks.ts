import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { MAX_URL_LENGTH } from '../limits.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { webhookDeliveryStates } from './webhook-states.ts';
import {
  DEFAULT_OVERLAP_HOURS,
  isWebhookAddress,
  MAX_OVERLAP_HOURS,
  MAX_WEBHOOK_DELIVERIES,
  MAX_WEBHOOK_NAME_LENGTH,
  webhookChoices,
  webhookFailures,
  webhookStops,
} from './webhook-values.ts';

const name = field.requiredName.refine((value) => value.length <= MAX_WEBHOOK_NAME_LENGTH);
const address = z.string().max(MAX_URL_LENGTH).refine(isWebhookAddress);
const events = z
  .array(z.enum(webhookChoices as [string, ...string[]]))
  .min(1)
  .max(webhookChoices.length)
  .overwrite((given) => [...new Set(given)]);

const shape = {
  name,
  /** Where events are sent by POST: https, except for hosts that the operator allows. */
  address,
  /** `*`, all of a kind (`user.*`), or single events. */
  events,
  active: z.boolean(),
};

const webhook = z.strictObject({
  ...shape,
  events: z.array(z.string()),
  uuid: z.string(),
  /** Why it is off; null while it is on. */
  stopReason: z.enum(webhookStops).nullable(),
  stoppedAt: z.string().nullable(),
  /** Since when no delivery succeeded; null if the last one did. */
  failingSince: z.string().nullable(),
  /** When a failing receiver is called again. */
  nextAt: z.string().nullable(),
  lastDeliveredAt: z.string().nullable(),
  /** Deliveries that are waiting, and that were given up. */
  waiting: z.number().int(),
  dead: z.number().int(),
  /** Until then the secret before the present one signs as well. */
  previousSecretUntil: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Webhook = z.output<typeof webhook>;

const delivery = z.strictObject({
  /** Rises by one with each event of this webhook. */
  sequence: z.number().int(),
  /** The `webhook-id`: of the event, the same at each attempt. */
  id: z.string(),
  type: z.string(),
  at: z.string(),
  state: z.enum(webhookDeliveryStates),
  tries: z.number().int(),
  /** Of the last attempt. */
  triedAt: z.string().nullable(),
  status: z.number().int().nullable(),
  failure: z.enum(webhookFailures).nullable(),
  millis: z.number().int().nullable(),
  /** Null also while the webhook is off. */
  nextAt: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof delivery>;

const base = '/api/auth/tenants/{tenantId}/webhooks';
const params = z.strictObject({ tenantId: z.string().max(40), uuid: z.string().max(40) });
const sequence = z.string().regex(/^[1-9]\d{0,14}$/);

export const listWebhooks = route({
  method: 'GET',
  path: base,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the webhooks of the tenant, without their secrets',
  params: field.tenantParams,
  response: pageOf(webhook),
  errors: ['not_found'],
});

/** The secret is in this answer only. `conflict` for one webhook too many. */
export const createWebhook = route({
  method: 'POST',
  path: base,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'create',
  event: 'webhook.created',
  summary: 'Add a webhook that is sent the chosen events from now on',
  params: field.tenantParams,
  body: z.strictObject({ ...shape, active: shape.active.default(true) }),
  response: z.strictObject({ ...webhook.shape, secret: z.string() }),
  errors: ['not_found', 'conflict', 'address_not_allowed'],
});

export const getWebhook = route({
  method: 'GET',
  path: `${base}/{uuid}`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get a webhook',
  params,
  response: webhook,
  errors: ['not_found'],
});

/** One that is switched on within seven days goes on where it stopped, later ones begin with the next event. */
export const updateWebhook = route({
  method: 'PUT',
  path: `${base}/{uuid}`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'update',
  event: 'webhook.changed',
  summary: 'Change a webhook',
  params,
  body: z.strictObject({
    name: name.optional(),
    address: address.optional(),
    events: events.optional(),
    active: z.boolean().optional(),
    expected: expectedOf(shape),
  }),
  response: webhook,
  errors: ['not_found', 'conflict', 'address_not_allowed'],
});

export const deleteWebhook = route({
  method: 'DELETE',
  path: `${base}/{uuid}`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'delete',
  event: 'webhook.deleted',
  summary: 'Delete a webhook with its deliveries',
  params,
  response: null,
  errors: ['not_found'],
});

/** The new secret is in this answer only. Both sign until the overlap ends. */
export const rotateWebhookSecret = route({
  method: 'POST',
  path: `${base}/{uuid}/secret`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'update',
  event: 'webhook.secretRotated',
  summary: 'Replace the secret of a webhook',
  params,
  body: z.strictObject({ overlapHours: z.number().int().min(0).max(MAX_OVERLAP_HOURS).default(DEFAULT_OVERLAP_HOURS) }),
  response: z.strictObject({ ...webhook.shape, secret: z.string() }),
  errors: ['not_found'],
});

/** What the receiver answered; nothing of it is stored. */
export const testWebhook = route({
  method: 'POST',
  path: `${base}/{uuid}/test`,
  access: 'tenant:write',
  only: 'portal',
  transaction: 'own',
  operation: 'none',
  summary: 'Send a test event to a webhook',
  params,
  body: z.strictObject({}),
  response: z.strictObject({
    delivered: z.boolean(),
    status: z.number().int().nullable(),
    failure: z.enum(webhookFailures).nullable(),
    millis: z.number().int(),
    /** The beginning of the answer. */
    answer: z.string(),
  }),
  errors: ['not_found', 'too_many_requests'],
});

/** Newest first. */
export const listWebhookDeliveries = route({
  method: 'GET',
  path: `${base}/{uuid}/deliveries`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the latest deliveries of a webhook, or those in one state',
  params,
  query: z.strictObject({
    state: z.enum(webhookDeliveryStates).optional(),
    /** Those with a lower sequence. */
    before: sequence.optional(),
  }),
  response: z.strictObject({
    results: z.array(delivery).max(MAX_WEBHOOK_DELIVERIES),
    /** For `before`, if there are more. */
    next: z.string().nullable(),
  }),
  errors: ['not_found'],
});

/** Exactly the message that is sent, as long as the log has the event. */
export const getWebhookMessage = route({
  method: 'GET',
  path: `${base}/{uuid}/deliveries/{sequence}`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get the message of a delivery',
  params: z.strictObject({ ...params.shape, sequence }),
  response: z.strictObject({ ...delivery.shape, message: z.string().nullable() }),
  errors: ['not_found'],
});

/** `conflict` while it is waiting anyway. */
export const retryWebhookDelivery = route({
  method: 'POST',
  path: `${base}/{uuid}/deliveries/{sequence}/retry`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'update',
  event: 'webhook.deliveriesRetried',
  summary: 'Send an event to a webhook again',
  params: z.strictObject({ ...params.shape, sequence }),
  body: z.strictObject({}),
  response: null,
  errors: ['not_found', 'conflict'],
});

export const retryDeadWebhookDeliveries = route({
  method: 'POST',
  path: `${base}/{uuid}/retry`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'update',
  event: 'webhook.deliveriesRetried',
  summary: 'Send all events again that a webhook was not delivered',
  params,
  body: z.strictObject({}),
  response: z.strictObject({ retried: z.number().int() }),
  errors: ['not_found'],
});
