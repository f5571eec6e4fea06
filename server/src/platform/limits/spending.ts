import type { Database } from '../db/transaction.ts';
import { giveBack, type Limit, spendTry } from './throttle.ts';

/** Spends a try for some work, and gives it back should that fail: nothing was sent. Throws `too_many_requests`. */
export async function spendOn<T>(db: Database, limits: Limit[], now: Date, work: () => Promise<T>): Promise<T> {
  await spendTry(db, limits, now);
  try {
    return await work();
  } catch (error) {
    await giveBack(db, limits);
    throw error;
  }
}

/** Thrown where a try is needed that is not spent yet: what the transaction has done goes back. */
const unspent = new Error('a try that is not spent');

/**
 * The same for work of which only its transaction knows whether it needs a try. In there none can be spent, for that takes
 * a connection more: so the work ends where it says that it needs one, and is done anew with the try spent.
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
