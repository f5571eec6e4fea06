import { cancelInvitations } from '../../account/registration/registration.ts';
import type { Tx } from '../../db/transaction.ts';
import { cancelWaiting, countWaiting, findWaiting } from './delivery-queries.ts';
import * as queries from './queries.ts';

/** PINs: the old ones are replaced already, and the new ones can be read nowhere else. */
const mustLeave = (run: queries.RunRow) => run.send_type === 'userCode';

/** Whether mails of a run wait to leave that stopping keeps from it. */
export async function hasMailsToStop(tx: Tx, run: queries.RunRow): Promise<boolean> {
  return !mustLeave(run) && (await countWaiting(tx, [run.uuid])).size > 0;
}

/**
 * Nobody who waits is sent anything any more, and mails that have not left do not, but for those that must.
 */
export async function stopRun(tx: Tx, run: queries.RunRow, now: Date): Promise<void> {
  await queries.cancelRun(tx, run.uuid, now);
  if (mustLeave(run)) return;
  const waiting = await findWaiting(tx, run.uuid);
  if (waiting.length === 0) return;
  // Users before their mails, as everywhere.
  await queries.holdUsers(tx, waiting);
  const users = await cancelWaiting(tx, run.uuid, waiting);
  // What waited was the newest of the user, for a newer one would have taken it back.
  if (run.send_type === 'registration') await cancelInvitations(tx, users, now);
}
