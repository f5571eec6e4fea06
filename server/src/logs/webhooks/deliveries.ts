import { fail } from '#contract/errors.ts';
import type { WebhookDeliveryState } from '#contract/logs/webhook-states.ts';
import { MAX_WEBHOOK_DELIVERIES, type WebhookFailure } from '#contract/logs/webhook-values.ts';
import type { Webhook, WebhookDelivery } from '#contract/logs/webhooks.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { findEvents } from '../feed/reading.ts';
import { messageOf } from './message.ts';
import * as queries from './queries.ts';
import { getWebhook, holdWebhook } from './webhooks.ts';

/** A webhook that fails is called for none of its deliveries before its own next attempt, one that is off for none at all. */
function nextAttempt(row: queries.DeliveryRow, { active, nextAt }: Webhook): string | null {
  if (row.state !== 'waiting' || !active) return null;
  const own = row.next_at.toISOString();
  return nextAt !== null && nextAt > own ? nextAt : own;
}

const toDelivery = (row: queries.DeliveryRow, webhook: Webhook): WebhookDelivery => ({
  ...{ sequence: row.sequence, id: row.event_id, type: row.type, state: row.state, tries: row.tries },
  ...{ status: row.status, failure: row.failure as WebhookFailure | null, millis: row.millis },
  at: row.event_at.toISOString(),
  triedAt: row.tried_at?.toISOString() ?? null,
  nextAt: nextAttempt(row, webhook),
});

/** The deliveries of a webhook, newest first. Throws `not_found`. */
export async function listDeliveries(
  tx: Tx,
  uuid: string,
  asked: { state?: WebhookDeliveryState | undefined; before?: string | undefined },
  now: Date,
): Promise<{ results: WebhookDelivery[]; next: string | null }> {
  const webhook = await getWebhook(tx, uuid, now);
  const rows = await queries.listDeliveries(tx, uuid, { ...asked, most: MAX_WEBHOOK_DELIVERIES + 1 });
  const results = rows.slice(0, MAX_WEBHOOK_DELIVERIES).map((row) => toDelivery(row, webhook));
  return { results, next: rows.length > results.length ? String(results.at(-1)?.sequence) : null };
}

async function findDelivery(tx: Tx, uuid: string, sequence: string): Promise<queries.DeliveryRow> {
  const row = await queries.findDelivery(tx, uuid, Number(sequence));
  if (!row) throw fail('not_found');
  return row;
}

/** A delivery with what is sent; without it if the log has the event no more. Throws `not_found`. */
export async function getMessage(tx: Tx, uuid: string, sequence: string, now: Date) {
  const webhook = await getWebhook(tx, uuid, now);
  const row = await findDelivery(tx, uuid, sequence);
  const { log, event_at: at, event_id: id, tenant_id: tenantId } = row;
  const event = (await findEvents(tx, [{ log, at, id }])).get(id);
  return { ...toDelivery(row, webhook), message: event ? messageOf(tenantId, row.sequence, event).body : null };
}

/** Sends one again. Throws `not_found`, and `conflict` while it is waiting. */
export async function retryDelivery(tx: Tx, uuid: string, sequence: string, now: Date): Promise<void> {
  await holdWebhook(tx, uuid);
  if ((await findDelivery(tx, uuid, sequence)).state === 'waiting') throw fail('conflict');
  await queries.sendAgain(tx, uuid, Number(sequence), now);
}

/** Sends all again that were given up. Answers how many. Throws `not_found`. */
export async function retryDead(tx: Tx, uuid: string, now: Date): Promise<number> {
  await holdWebhook(tx, uuid);
  return queries.sendAgain(tx, uuid, null, now);
}
