import { cancelInvitations } from '../../account/registration/registration.ts';
import type { Tx } from '../../db/transaction.ts';
import { cancelWaiting, findWaiting } from './delivery-queries.ts';
import * as queries from './queries.ts';

/**
 * Nobody who waits is sent anything any more, and mails that have not left do not. Those with PINs do: the old PINs are
 * replaced already, and the new ones can be read nowhere else.
 */
export async function stopRun(tx: Tx, run: queries.RunRow, now: Date): Promise<void> {
  await queries.cancelRun(tx, run.uuid, now);
  if (run.send_type === 'userCode') return;
  const waiting = await findWaiting(tx, run.uuid);
  if (waiting.length === 0) return;
  // Users before their mails, as everywhere.
  await queries.holdUsers(tx, waiting);
  const users = await cancelWaiting(tx, run.uuid, waiting);
  // What waited was the newest of the user, for a newer one would have taken it back.
  if (run.send_type === 'registration') await cancelInvitations(tx, users, now);
}
