import type { Tx } from '../../platform/db/transaction.ts';
import * as queries from './queries.ts';

/** Makes deleted users again, with all that nobody else has meanwhile; answers who is there. Their rows must be held. */
export async function restoreUsers(tx: Tx, returning: queries.Returning, now: Date): Promise<string[]> {
  const uuids = await queries.putBack(tx, returning, now);
  if (uuids.length === 0) return [];
  await queries.putBackBelongings(tx, uuids);
  await queries.rejoinGroups(tx, uuids);
  await queries.reassignLicenses(tx, uuids);
  return uuids;
}

/** Forgets deleted users who are there again. */
export const forgetDeleted = (tx: Tx, uuids: readonly string[]): Promise<void> => queries.forget(tx, uuids);
