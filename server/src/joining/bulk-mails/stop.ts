import { cancelInvitations } from '../registration/registration.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { cancelWaiting, countWaiting, findWaiting } from './delivery-queries.ts';
import * as queries from './queries.ts';

/** PIN emails: the old PINs are replaced already, and the new ones can be read nowhere else. */
const mustLeave = (run: queries.RunRow) => run.send_type === 'userCode';

/** True if a mailing has pending emails that can be cancelled. */
export async function hasMailsToStop(tx: Tx, run: queries.RunRow): Promise<boolean> {
  return !mustLeave(run) && (await countWaiting(tx, [run.uuid])).size > 0;
}

/** Cancels a mailing for all pending targets, and its pending emails unless they contain PINs. */
export async function stopRun(tx: Tx, run: queries.RunRow, now: Date): Promise<void> {
  await queries.cancelRun(tx, run.uuid, now);
  if (mustLeave(run)) return;
  const waiting = await findWaiting(tx, run.uuid);
  if (waiting.length === 0) return;
  // Users are locked before their emails, as everywhere.
  await queries.holdUsers(tx, waiting);
  const users = await cancelWaiting(tx, run.uuid, waiting);
  // A pending email is the user's newest: a newer one would have cancelled it.
  if (run.send_type === 'registration') await cancelInvitations(tx, users, now);
}
