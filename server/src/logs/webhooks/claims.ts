import type pg from 'pg';
import type { Claim } from './lane.ts';

/** Claims webhooks of any tenant that have something to do: those whose receiver answers, or those whose fails. */
export async function claimWebhooks(
  pool: pg.Pool,
  { now, until }: { now: Date; until: Date },
  of: 'healthy' | 'failing',
  most: number,
): Promise<Claim[]> {
  const { rows } = await pool.query<Claim>({
    name: 'webhooks_claim',
    text: 'select * from webhooks_claim($1, $2, $3, $4)',
    values: [now, until, of === 'failing', most],
  });
  return rows;
}

/**
 * Deletes deliveries that have ended long ago and gives up what waits for webhooks that are long off, at most `batch` of
 * each. Returns the larger number of the two.
 */
export async function sweepWebhookDeliveries(pool: pg.Pool, now: Date, batch: number): Promise<number> {
  const { rows } = await pool.query<{ swept: number }>('select sweep_webhook_deliveries($1, $2) as swept', [
    now,
    batch,
  ]);
  return rows[0]?.swept ?? 0;
}
