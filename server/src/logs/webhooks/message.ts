import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { FeedEvent } from '#contract/logs/event-feed.ts';

/** Messages as Standard Webhooks (standardwebhooks.com, 1.0) has them. */

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret as the receiver's library takes it. */
export const newWebhookSecret = () => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The key of a secret. */
export const keyOf = (secret: string): KeyObject => createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));

export interface Message {
  id: string;
  body: string;
}

/** The message of an event: the same bytes at each attempt. */
export const messageOf = (tenantId: string, sequence: number, event: FeedEvent): Message => ({
  id: event.id,
  body: JSON.stringify({
    ...{ type: event.type, timestamp: event.timestamp, tenantId, sequence, id: event.id, log: event.log },
    data: event.data,
  }),
});

/** A message by which an administrator tries out a receiver. */
export const testMessageOf = (tenantId: string, id: string, now: Date): Message => ({
  id,
  body: JSON.stringify({ type: 'webhook.test', timestamp: now.toISOString(), tenantId, id, data: {} }),
});

/** The headers of one attempt, signed with each of the keys. */
export function signedHeaders({ id, body }: Message, keys: readonly KeyObject[], now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
