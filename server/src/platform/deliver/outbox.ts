import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from '../db/transaction.ts';

/** One outgoing message, claimed by this process. */
export interface Delivery {
  tenant_id: string;
  delivery_id: string;
  kind: string;
  target: string;
  content: Record<string, unknown>;
  /** Number of attempts, including this one. */
  tries: number;
  give_up_at: Date;
}

export type Settlement =
  | { state: 'delivered' }
  | { state: 'waiting'; againAt: Date; error: string }
  | { state: 'dead'; error: string };

/** Claims at most `batch` due deliveries of any tenant for nine seconds. */
export async function claimDeliveries(pool: pg.Pool, batch: number, now: Date): Promise<Delivery[]> {
  const { rows } = await pool.query<Delivery>({
    name: 'deliveries_claim',
    text: 'select tenant_id, delivery_id, kind, target, content, tries, give_up_at from deliveries_claim($1, $2)',
    values: [batch, now],
  });
  return rows;
}

/**
 * Ends a claim, in a transaction of the delivery's tenant. Returns false and does nothing if another process has
 * claimed it since.
 */
export async function settleDelivery(tx: Tx, delivery: Delivery, settled: Settlement, now: Date): Promise<boolean> {
  const againAt = settled.state === 'waiting' ? settled.againAt : null;
  const row = await tx
    .updateTable('deliveries')
    .set({
      ...{ state: settled.state, claimed_until: null },
      last_error: settled.state === 'delivered' ? null : settled.error,
      ...(againAt ? { next_at: againAt } : { ended_at: now }),
    })
    .where('delivery_id', '=', delivery.delivery_id)
    .where('tries', '=', delivery.tries)
    .where('state', 'in', ['sending', 'uncertain'])
    .returning('delivery_id')
    .executeTakeFirst();
  // Postpone the target's other deliveries too, so that a receiver that does not answer costs one call, not one each.
  if (row && againAt)
    await tx
      .updateTable('deliveries')
      .set({ next_at: againAt })
      .where('target', '=', delivery.target)
      .where('kind', '=', delivery.kind as 'backchannelLogout')
      .where('state', '=', 'waiting')
      .where('next_at', '<', againAt)
      .execute();
  return row !== undefined;
}

/** Counts deliveries by kind and state, except delivered ones. */
export async function countDeliveries(pool: pg.Pool): Promise<{ kind: string; state: string; count: number }[]> {
  const { rows } = await pool.query('select kind, state, count::integer from deliveries_count()');
  return rows;
}

/** Deletes expired deliveries, at most `batch`; returns how many. */
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
  if (row.state !== 'sending')
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
  return row.state;
}
