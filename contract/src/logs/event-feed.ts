import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { loginLogEntry, operationLogEntry } from './logs-fields.ts';
import { MAX_FEED_EVENTS } from './webhook-values.ts';

const event = {
  /** The same in the feed and as `webhook-id`. */
  id: field.uuid,
  /** As in the catalogue of events. */
  type: z.string(),
  timestamp: z.string(),
};

/** An event as webhooks and the feed give it: a row of a log as administrators see it, without names looked up later. */
export const feedEvent = z.discriminatedUnion('log', [
  z.strictObject({ ...event, log: z.literal('login'), data: loginLogEntry }),
  z.strictObject({
    ...event,
    log: z.literal('systemOperation'),
    data: operationLogEntry.omit({ actorNamed: true, targetNamed: true }),
  }),
]);
export type FeedEvent = z.output<typeof feedEvent>;

/**
 * All events of the tenant in the order in which they were committed. An event that is still being written holds back all
 * later ones, so that a reader misses none. Events are kept as long as the logs are. A cursor of another
 * database, whose place is not known, begins with the oldest event.
 */
export const readEventFeed = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/events',
  access: 'logs:read',
  tokens: 'logs',
  operation: 'read',
  summary: 'Read the events of the tenant in the order of their commit',
  params: field.tenantParams,
  query: z.strictObject({
    /** Of the answer before. Without one, reading begins at `from`. */
    cursor: z
      .string()
      .max(200)
      .regex(/^[A-Za-z0-9_-]+$/)
      .optional(),
    /** `oldest`: with the oldest event that is kept. `latest`: with the next one. */
    from: z.enum(['oldest', 'latest']).default('oldest'),
    count: z
      .string()
      .regex(/^[1-9]\d{0,3}$/)
      .transform(Number)
      .refine((value) => value <= MAX_FEED_EVENTS)
      .default(MAX_FEED_EVENTS),
  }),
  response: z.strictObject({
    events: z.array(feedEvent),
    /** For the next call, also if there was no event. */
    cursor: z.string(),
    /** True if there are more events already. */
    more: z.boolean(),
    /** How long events are kept: days of the tenant's own setting, or null; then months of the deployment. */
    retention: z.strictObject({ days: z.number().int().nullable(), deploymentMonths: z.number().int() }),
  }),
  errors: ['not_found', 'too_many_requests'],
});
