import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from '../db/transaction.ts';

/** One outgoing message, claimed by this process. */
export interface Delivery {
  tenant_id: string;
  delivery_id: string;
  kind: string;
  /** Whom it is for: a mail address, the ID of a client. */
  target: string;
  /** What logs and lists show of it: the kind of a mail, never its address; else the target. */
  about: string;
  content: Record<string, unknown>;
  /** Of a mail. */
  sealed_content: Buffer | null;
  /** Number of attempts, including this one. */
  tries: number;
  /** Null: it has as many tries as its kind has pauses, and one more. */
  give_up_at: Date | null;
}

/** How an attempt ends: `uncertain` may have arrived and is not sent again. */
export type Settlement =
  | { state: 'delivered' }
  | { state: 'waiting'; againAt: Date; error: string }
  | { state: 'dead' | 'uncertain'; error: string };

/** Duration of a claim. A claim in use is renewed well before it ends. */
const CLAIM_MILLIS = 8000;
export const RENEW_MILLIS = 2000;

/** When this process last queued something; whether its transaction commits is unknown here. */
let queuedAt = Number.NEGATIVE_INFINITY;

/** To be called where something is queued, so that a call which queued nothing wakes nobody. */
export const noteQueued = () => {
  queuedAt = performance.now();
};

/** True if this process queued something within the last so many milliseconds. */
export const hasQueuedWithin = (millis: number) => performance.now() - queuedAt < millis;

/** Claims due deliveries of any tenant: of each kind at most as many as `free` says. */
export async function claimDeliveries(
  pool: pg.Pool,
  free: ReadonlyMap<string, number>,
  now: Date,
): Promise<Delivery[]> {
  const { rows } = await pool.query<Delivery>({
    name: 'outbox_claim',
    text: 'select * from outbox_claim($1, $2, $3, $4)',
    values: [[...free.keys()], [...free.values()], now, claimEnd(now)],
  });
  return rows;
}

const claimEnd = (now: Date) => new Date(now.getTime() + CLAIM_MILLIS);

/** Renews claims. One that has expired since is left as it is. */
export async function renewClaims(pool: pg.Pool, held: readonly Delivery[], now: Date): Promise<void> {
  const of = <K extends keyof Delivery>(name: K) => held.map((delivery) => delivery[name]);
  await pool.query({
    name: 'outbox_renew',
    text: 'select outbox_renew($1, $2, $3, $4)',
    values: [of('tenant_id'), of('delivery_id'), of('tries'), claimEnd(now)],
  });
}

/**
 * Ends a claim, in a statement of its own or in a transaction. Returns false and does nothing if another process has
 * claimed it since; a mail that was sent is noted as sent even if its claim has expired.
 */
export async function settleDelivery(
  within: pg.Pool | Tx,
  { kind, tenant_id, delivery_id, tries }: Delivery,
  settled: Settlement,
  now: Date,
): Promise<boolean> {
  const againAt = settled.state === 'waiting' ? settled.againAt : null;
  const error = settled.state === 'delivered' ? null : settled.error;
  const values = [kind, tenant_id, delivery_id, tries, settled.state, againAt, error, now];
  const { rows } =
    'executeQuery' in within
      ? await sql<{ settled: boolean }>`select outbox_settle(${sql.join(values)}) as settled`.execute(within)
      : await within.query<{ settled: boolean }>({
          name: 'outbox_settle',
          text: 'select outbox_settle($1, $2, $3, $4, $5, $6, $7, $8) as settled',
          values,
        });
  return rows[0]?.settled === true;
}

/** Counts deliveries by kind and state, except those that have arrived. */
export async function countDeliveries(pool: pg.Pool): Promise<{ kind: string; state: string; count: number }[]> {
  const { rows } = await pool.query('select kind, state, count::integer from outbox_count()');
  return rows;
}

export interface DeadDelivery {
  tenant_id: string;
  delivery_id: string;
  kind: string;
  about: string;
  state: 'dead' | 'uncertain';
  tries: number;
  created_at: Date;
  failure: string | null;
}

/** Deliveries that are not tried again and did not arrive, or may not have, latest first: of a tenant, or of all. */
export async function listDeadDeliveries(
  pool: pg.Pool,
  tenantId: string | null,
  most: number,
): Promise<DeadDelivery[]> {
  return (await pool.query<DeadDelivery>('select * from outbox_dead($1, $2)', [tenantId, most])).rows;
}

/** Deletes expired deliveries, at most `batch`; returns how many. Mails go with `sweepEnded`. */
export async function sweepDeliveries(pool: pg.Pool, now: Date, batch: number): Promise<number> {
  const { rows } = await pool.query<{ swept: number }>('select sweep_deliveries($1, $2) as swept', [now, batch]);
  return rows[0]?.swept ?? 0;
}

export interface Undelivered {
  delivery_id: string;
  state: 'waiting' | 'sending' | 'uncertain' | 'dead';
  content: Record<string, unknown>;
  tries: number;
  created_at: Date;
  next_at: Date;
  last_error: string | null;
}

const MOST_LISTED = 200;

/** Deliveries that have not reached a target, latest first. */
export async function listUndelivered(tx: Tx, kind: 'backchannelLogout', target: string): Promise<Undelivered[]> {
  return tx
    .selectFrom('deliveries')
    .select(['delivery_id', 'state', 'content', 'tries', 'created_at', 'next_at', 'last_error'])
    .where('target', '=', target)
    .where('kind', '=', kind)
    .where('state', '<>', 'delivered')
    .$narrowType<{ state: Undelivered['state'] }>()
    .orderBy('created_at', 'desc')
    .limit(MOST_LISTED)
    .execute();
}

/**
 * Makes a delivery due now and retries it for another 24 hours. Returns its previous state; null if there is none, or
 * it was delivered.
 */
export async function sendAgain(
  tx: Tx,
  which: { kind: 'backchannelLogout'; target: string; deliveryId: string },
  now: Date,
): Promise<Undelivered['state'] | null> {
  const row = await tx
    .selectFrom('deliveries')
    .select('state')
    .where('delivery_id', '=', which.deliveryId)
    .where('target', '=', which.target)
    .where('kind', '=', which.kind)
    .where('state', '<>', 'delivered')
    .$narrowType<{ state: Undelivered['state'] }>()
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  if (row.state !== 'sending') {
    await tx
      .updateTable('deliveries')
      .set({
        state: 'waiting',
        tries: 0,
        next_at: now,
        ended_at: null,
        give_up_at: sql`${now}::timestamptz + interval '24 hours'`,
      })
      .where('delivery_id', '=', which.deliveryId)
      .execute();
    noteQueued();
  }
  return row.state;
}
