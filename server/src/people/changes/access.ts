import { revokeEveryCodeOf } from '../../credentials/one-time-codes/one-time-codes.ts';
import { sql } from 'kysely';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { cancelInvitations, type SignedOut } from '../ports.ts';
import { sameForAll, updating } from './changes.ts';

export type Status = 'registering' | 'active' | 'inactive' | 'locked';

/** Whose status became another. */
export interface Switched {
  uuid: string;
  before: Status;
  after: Status;
}

/**
 * Switches those of the users, who are held, on or off who are not yet; answers them. Who had not registered when switched
 * off is to register again.
 */
export async function switchUsers(
  tx: Tx,
  uuids: readonly string[],
  to: 'active' | 'inactive',
  now: Date,
): Promise<Switched[]> {
  const which = sql`status ${to === 'active' ? sql`=` : sql`<>`} 'inactive'`;
  const users = sql`select uuid as user_uuid, status as was from users where uuid = any (${uuids}::uuid[]) and ${which}`;
  const { rows } = await sql<Switched>`
    ${updating(sameForAll(users, { status: to }), ['status'], { now })}
    returning u.uuid, r.was as before, u.status as after`.execute(tx);
  return rows;
}

/** How the log tells of it. */
export const signedOutFields = ({ sessions, grants }: SignedOut): Changes => ({
  ...(sessions > 0 && { openSessions: { before: sessions, after: 0 } }),
  ...(grants > 0 && { outlivingGrants: { before: grants, after: 0 } }),
});

/** Makes every mailed link, temporary code and ticket of the users worthless; registration mails are shown as cancelled. */
export async function revokeAllCodes(tx: Tx, uuids: readonly string[], now: Date): Promise<void> {
  await revokeEveryCodeOf(tx, uuids, now);
  await cancelInvitations(tx, uuids, now);
}
