import type pg from 'pg';

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
