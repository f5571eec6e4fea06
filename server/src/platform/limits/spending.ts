import type { Database } from '../db/transaction.ts';
import { giveBack, type Limit, spendTry } from './throttle.ts';

/**
 * Counts an attempt, runs the work, and takes the count back if the work fails, since nothing was sent. Throws
 * `too_many_requests`.
 */
export async function spendOn<T>(db: Database, limits: Limit[], now: Date, work: () => Promise<T>): Promise<T> {
  await spendTry(db, limits, now);
  try {
    return await work();
  } catch (error) {
    await giveBack(db, limits);
    throw error;
  }
}

/** Thrown where an attempt must be counted first: rolls back the transaction. */
const unspent = new Error('a try that is not spent');

/**
 * Variant for callers that learn only inside their transaction whether the attempt counts. It cannot be counted there,
 * which would take another connection: so the work is aborted where it says so, and repeated after the attempt has been
 * counted.
 */
export async function spendIfNeeded<T>(
  db: Database,
  limits: Limit[],
  now: Date,
  work: (needsTry: () => void) => Promise<T>,
): Promise<T> {
  try {
    return await work(() => {
      throw unspent;
    });
  } catch (error) {
    if (error !== unspent) throw error;
  }
  return spendOn(db, limits, now, async () => {
    let isNeeded = false;
    const done = await work(() => {
      isNeeded = true;
    });
    if (!isNeeded) await giveBack(db, limits);
    return done;
  });
}
