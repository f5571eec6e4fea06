import { createHmac } from 'node:crypto';
import type { Selectable } from 'kysely';
import { isChosen } from '#contract/logs/webhook-values.ts';
import { SYSTEM } from '#contract/principals.ts';
import { deriveKey } from '../../platform/crypto/derived-key.ts';
import type { Webhooks } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { afterAttempt, type Attempt, judge, type Judged } from '../../platform/deliver/judging.ts';
import type { Claim } from '../../platform/deliver/lanes.ts';
import { FROM_NO_CALL, writeOperation } from '../../platform/events/write.ts';
import type { Tools } from '../../platform/tools.ts';
import { tellAdministrators } from '../../tenant/notices/administrators.ts';
import { endOfEvents, findEvents, type PlacedEvent, readEvents } from '../feed/reading.ts';
import { messageOf } from './message.ts';
import * as queries from './queries.ts';
import type { Due } from './sending.ts';

/** Deliveries of one claim. */
const MOST_AT_ONCE = 200;
/** Fewer due ones: the logs are read on. */
const FEW = 50;
/** Events read at once, chosen or not. */
const MOST_READ = 500;
/** With so many waiting, the logs are not read on: what is there stays there. */
const MOST_WAITING = 2000;

type Row = Selectable<Webhooks>;

/** What is due to a webhook, with its rows as they are. */
export interface Lane {
  webhook: Row;
  rows: queries.DeliveryRow[];
  due: Due[];
}

/**
 * Notes what the logs have new and answers what is due; null: nothing, or the claim is lost. `more`: nothing yet, but the
 * logs go on.
 */
export async function openLane(tools: Tools, claim: Claim, now: Date): Promise<Lane | 'more' | null> {
  const { tenant_id: tenantId, uuid } = claim;
  return tools.db.inTenant(tenantId, async (tx) => {
    const webhook = await queries.holdClaimed(tx, claim);
    if (!webhook) return null;
    const due = () => queries.listDue(tx, uuid, now, MOST_AT_ONCE);
    let rows = await due();
    let isMore = false;
    if (rows.length < FEW && (await queries.countWaiting(tx, uuid, MOST_WAITING)) < MOST_WAITING) {
      isMore = await readOn(tools, tx, webhook, now);
      rows = await due();
    }
    if (rows.length === 0) {
      await queries.updateWebhook(tx, uuid, { claimed_until: null });
      return isMore ? 'more' : null;
    }
    const events = await findEvents(
      tx,
      rows.map((row) => ({ log: row.log, at: row.event_at, id: row.event_id })),
    );
    const toDue = ({ event_id: id, sequence, subject, tries }: queries.DeliveryRow): Due => {
      const event = events.get(id);
      return { sequence, subject, tries, message: event ? messageOf(tenantId, sequence, event) : null };
    };
    return { webhook, rows, due: rows.map(toDue) };
  });
}

/**
 * Events of one subject are sent in their order: of what the event is about, or of whom. A name that nobody has may be a
 * password, typed into the wrong box: a keyed hash of it is kept, which nobody can find by trying.
 */
function subjectOf({ masterKey }: Pick<Tools, 'masterKey'>, tenantId: string, { event }: PlacedEvent): string {
  if (event.log === 'login') {
    const { uuid, userId } = event.data;
    if (uuid !== null) return `user/${uuid}`;
    const hash = createHmac('sha256', deriveKey(masterKey, 'webhook-subject')).update(`${tenantId}\0${userId}`, 'utf8');
    return `name/${hash.digest('base64url')}`;
  }
  return `${event.data.targetType ?? ''}/${event.data.targetId ?? ''}`;
}

/** Answers whether there is more to read. */
async function readOn(tools: Tools, tx: Tx, webhook: Row, now: Date): Promise<boolean> {
  const { tenant_id, uuid } = webhook;
  const end = await endOfEvents(tx);
  const after = { writer: webhook.read_writer, id: webhook.read_id };
  // A database that was put back, or a dump that was restored elsewhere, counts otherwise.
  const isKnown = webhook.read_server === end.server && after.writer <= end.position.writer + 1;
  const read = isKnown ? await readEvents(tx, after, end.position, MOST_READ) : [];
  const position = isKnown ? (read.length < MOST_READ ? end.position : read.at(-1)?.position) : end.position;
  const chosen = new Set(webhook.events);
  // The place where it began may be before what was written beside a transaction that was open then.
  const isNew = (at: string) => new Date(at) >= webhook.sent_from;
  const news = read.filter(({ event }) => isChosen(chosen, event.type) && isNew(event.timestamp));
  await queries.insertDeliveries(
    tx,
    news.map((placed, at) => ({
      ...{ tenant_id, webhook_uuid: uuid, sequence: webhook.last_sequence + at + 1, next_at: now },
      ...{
        log: placed.event.log,
        event_at: placed.event.timestamp,
        event_id: placed.event.id,
        type: placed.event.type,
      },
      subject: subjectOf(tools, tenant_id, placed),
    })),
  );
  await queries.updateWebhook(tx, uuid, {
    ...(position && { read_writer: position.writer, read_id: position.id, read_server: end.server }),
    last_sequence: webhook.last_sequence + news.length,
  });
  return read.length === MOST_READ;
}

/** Notes how the attempts ended and gives the claim back. Nothing, if another process has claimed the webhook since. */
export async function settleLane(
  tools: Tools,
  claim: Claim,
  { rows, attempts }: { rows: readonly queries.DeliveryRow[]; attempts: readonly Attempt[] },
  now: Date,
): Promise<void> {
  await tools.db.inTenant(claim.tenant_id, async (tx) => {
    const webhook = await queries.holdClaimed(tx, claim);
    if (!webhook) return;
    const known = new Map(rows.map((row) => [row.sequence, row]));
    const settled = attempts.flatMap((attempt) => {
      const row = known.get(attempt.sequence);
      return row ? [{ ...attempt, ...afterAttempt(row, attempt) }] : [];
    });
    await queries.settle(tx, claim.uuid, settled, now);
    const again = attempts.map((attempt) => ({ ...attempt, isAgain: (known.get(attempt.sequence)?.tries ?? 0) > 0 }));
    const judged = judge(webhook, again, now);
    await queries.updateWebhook(tx, claim.uuid, { claimed_until: null, ...(judged && toColumns(judged, now)) });
    if (judged?.stop && webhook.active) await stop(tools, tx, webhook, judged.stop, now);
  });
}

const toColumns = ({ failures, failing_since, failed_at, heldUntil, delivered }: Judged, now: Date) => ({
  ...{ failures, failing_since, failed_at, held_until: heldUntil },
  ...(delivered && { last_delivered_at: now }),
});

/** Switches a webhook off that is of no use, and tells the administrators. */
async function stop(tools: Tools, tx: Tx, webhook: Row, stopReason: 'failing' | 'gone', now: Date): Promise<void> {
  const { tenant_id: tenantId, uuid, name } = webhook;
  await queries.updateWebhook(tx, uuid, { active: false, stop_reason: stopReason, stopped_at: now });
  await writeOperation(tx, {
    ...{ tenantId, at: now, operation: 'update', action: 'system webhooks', actor: SYSTEM, ...FROM_NO_CALL },
    ...{ type: 'webhook.stopped', targetId: uuid },
    changes: { active: { before: true, after: false } },
  });
  await tellAdministrators(tools, tx, {
    kind: 'webhookStopped',
    page: `/portal/webhooks/${uuid}`,
    variables: () => ({ webhook: name }),
    now,
  });
}
