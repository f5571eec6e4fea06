import type { Selectable } from 'kysely';
import { fail } from '#contract/errors.ts';
import { MAX_SHOWN_ANSWER, MAX_WEBHOOKS, RESUMED_DAYS } from '#contract/logs/webhook-values.ts';
import type { createWebhook as creating, updateWebhook, Webhook } from '#contract/logs/webhooks.ts';
import type { BodyOf } from '#contract/route.ts';
import { isUuid, newUuid } from '../../platform/crypto/uuid.ts';
import type { Webhooks } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import type { Tools } from '../../platform/tools.ts';
import { endOfEvents } from '../feed/reading.ts';
import { newWebhookSecret, testMessageOf } from './message.ts';
import * as queries from './queries.ts';
import { openKeys, sealSecret } from './secrets.ts';
import { call } from './sending.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const settingsOf = ({ name, address, events, active }: Selectable<Webhooks>) => ({ name, address, events, active });

function toWebhook(row: queries.WebhookRow, now: Date): Webhook {
  const { previous_secret_until: until, held_until: heldUntil } = row;
  return {
    ...settingsOf(row),
    ...{ uuid: row.uuid, stopReason: row.stop_reason, waiting: row.waiting, dead: row.dead },
    stoppedAt: row.stopped_at?.toISOString() ?? null,
    failingSince: row.failing_since?.toISOString() ?? null,
    nextAt: row.active && row.failures > 0 ? heldUntil.toISOString() : null,
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
    previousSecretUntil: until && until > now ? until.toISOString() : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The webhooks of the transaction's tenant, by name. */
export const listWebhooks = async (tx: Tx, now: Date): Promise<Webhook[]> =>
  (await queries.listWebhooks(tx)).map((row) => toWebhook(row, now));

/** One of them. Throws `not_found`. */
export async function getWebhook(tx: Tx, uuid: string, now: Date): Promise<Webhook> {
  const row = isUuid(uuid) ? await queries.findWebhook(tx, uuid) : undefined;
  if (!row) throw fail('not_found');
  return toWebhook(row, now);
}

/** One of them, locked. Throws `not_found`. */
export async function holdWebhook(tx: Tx, uuid: string): Promise<Selectable<Webhooks>> {
  const row = isUuid(uuid) ? await queries.holdWebhook(tx, uuid) : undefined;
  if (!row) throw fail('not_found');
  return row;
}

/** What the log says of the settings: of an address the origin alone, because the rest may be a secret. */
export const asLogged = <T extends { address: string }>(settings: T): T => ({
  ...settings,
  address: new URL(settings.address).origin,
});

function refusePrivateAddress(tools: Tools, address: string): void {
  if (!tools.outgoing.mayCall(address)) throw fail('address_not_allowed', { field: 'address' });
}

/**
 * Adds one that is sent what happens from now on, and gives its secret, this once. Throws `conflict` if there are too many,
 * and `address_not_allowed`.
 */
export async function createWebhook(
  tools: Tools,
  tx: Tx,
  tenantId: string,
  given: BodyOf<typeof creating>,
  now: Date,
): Promise<Webhook & { secret: string }> {
  refusePrivateAddress(tools, given.address);
  if ((await queries.countWebhooks(tx)) >= MAX_WEBHOOKS) throw fail('conflict');
  const [uuid, secret, end] = [newUuid(), newWebhookSecret(), await endOfEvents(tx)];
  await queries.insertWebhook(tx, {
    ...{ tenant_id: tenantId, uuid, ...given, created_at: now, updated_at: now },
    ...{ sent_from: now, held_until: now, served_at: now },
    ...(given.active ? {} : { stop_reason: 'administrator', stopped_at: now }),
    sealed_secret: sealSecret(tools.sealer, { tenant_id: tenantId, uuid }, secret),
    ...{ read_writer: end.position.writer, read_id: end.position.id, read_server: end.server },
  });
  return { ...(await getWebhook(tx, uuid, now)), secret };
}

/** Throws `not_found`, `conflict` with the fields that are not as expected, and `address_not_allowed`. */
export async function changeWebhook(
  tools: Tools,
  tx: Tx,
  uuid: string,
  { expected, ...given }: BodyOf<typeof updateWebhook>,
  now: Date,
): Promise<{ webhook: Webhook; changes: Changes }> {
  const held = await holdWebhook(tx, uuid);
  const before = settingsOf(held);
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  refuseConflict({ ...named, expected }, before);
  const after = { ...before, ...named };
  const hasMoved = after.address !== before.address;
  if (hasMoved) refusePrivateAddress(tools, after.address);
  const changed = changedFields(before, after);
  const changes = changedFields(asLogged(before), asLogged(after));
  if (hasMoved) changes.address ??= {};
  const isSwitched = before.active !== after.active;
  if (Object.keys(changed).length > 0)
    await queries.updateWebhook(tx, uuid, {
      ...{ ...after, updated_at: now },
      ...(isSwitched && {
        stop_reason: after.active ? null : 'administrator',
        stopped_at: after.active ? null : now,
      }),
    });
  if (isSwitched && after.active) await resume(tx, held, now);
  // A receiver that failed may be another now.
  if (hasMoved || isSwitched) {
    await queries.updateWebhook(tx, uuid, { failures: 0, failing_since: null, failed_at: null, held_until: now });
    await queries.hurry(tx, uuid, now);
  }
  return { webhook: await getWebhook(tx, uuid, now), changes };
}

/** Goes on where it stopped; after long, with the next event. */
async function resume(tx: Tx, { uuid, stopped_at: stoppedAt }: Selectable<Webhooks>, now: Date): Promise<void> {
  if (!stoppedAt || now.getTime() - stoppedAt.getTime() <= RESUMED_DAYS * DAY_MS) return;
  const { position, server } = await endOfEvents(tx);
  await queries.giveUpWaiting(tx, uuid, now);
  const place = { read_writer: position.writer, read_id: position.id, read_server: server };
  await queries.updateWebhook(tx, uuid, { ...place, sent_from: now });
}

/** With its deliveries. Throws `not_found`. */
export async function deleteWebhook(tx: Tx, uuid: string): Promise<string> {
  const { name } = await holdWebhook(tx, uuid);
  await queries.deleteWebhook(tx, uuid);
  return name;
}

/** Replaces the secret and gives the new one, this once. Throws `not_found`. */
export async function rotateSecret(
  tools: Tools,
  tx: Tx,
  uuid: string,
  overlapHours: number,
  now: Date,
): Promise<Webhook & { secret: string }> {
  const held = await holdWebhook(tx, uuid);
  const secret = newWebhookSecret();
  const isKept = overlapHours > 0;
  await queries.updateWebhook(tx, uuid, {
    sealed_secret: sealSecret(tools.sealer, held, secret),
    sealed_previous_secret: isKept ? held.sealed_secret : null,
    previous_secret_until: isKept ? new Date(now.getTime() + overlapHours * HOUR_MS) : null,
    updated_at: now,
  });
  return { ...(await getWebhook(tx, uuid, now)), secret };
}

/** Sends a test event and answers what came back. Throws `not_found`, and `too_many_requests` after ten within a minute. */
export async function testWebhook(tools: Tools, tenantId: string, uuid: string, now: Date) {
  const row = await tools.db.reading(tenantId, (tx) => findStored(tx, uuid));
  const limit = { name: 'webhookTest', key: `${tenantId}/${uuid}`, most: 10, withinSeconds: 60 };
  await spendTry(tools.db, [limit], now);
  const receiver = tools.outgoing.receiver(row.address);
  const message = testMessageOf(tenantId, newUuid(), now);
  try {
    const keys = openKeys(tools.sealer, row, now);
    const called = await call(receiver, message, keys, { now, shown: MAX_SHOWN_ANSWER });
    return { ...called, delivered: called.failure === null };
  } finally {
    receiver.close();
  }
}

async function findStored(tx: Tx, uuid: string): Promise<Selectable<Webhooks>> {
  const row = isUuid(uuid) ? await queries.findWebhook(tx, uuid) : undefined;
  if (!row) throw fail('not_found');
  return row;
}
