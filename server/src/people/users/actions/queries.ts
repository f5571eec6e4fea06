import { sql } from 'kysely';
import { cancelInvitations, type SignedOut } from '../../ports.ts';
import type { Changes } from '../../../platform/audit/operation-log.ts';
import type { Tx } from '../../../platform/db/transaction.ts';
import { openDoors } from '../../../credentials/passwords/passwords.ts';

export type Status = 'registering' | 'active' | 'inactive' | 'locked';

/** Deactivates those of the users who are not inactive; answers them with the status they had. */
export async function deactivate(tx: Tx, uuids: readonly string[], now: Date): Promise<Change[]> {
  const { rows } = await sql<Change>`
    update users u set status = 'inactive', was_registering = was.status = 'registering', updated_at = ${now}
    from (select uuid, user_id, status from users where uuid = any (${uuids}::uuid[]) and status <> 'inactive') was
    where u.uuid = was.uuid
    returning u.uuid, was.user_id, was.status as before, u.status as after`.execute(tx);
  return rows;
}

export interface Change {
  uuid: string;
  user_id: string;
  before: Status;
  after: Status;
}

/**
 * Activates those who are inactive, whatever wrong passwords there were before. Who had not registered when deactivated
 * is to register again.
 */
export async function activate(tx: Tx, uuids: readonly string[], now: Date): Promise<Change[]> {
  const { rows } = await sql<Change>`
    update users u set updated_at = ${now}, was_registering = false,
      failed_count = 0, failed_since = null, failed_streak = 0, locked_until = null,
      status = case when u.was_registering then 'registering' else 'active' end
    where u.uuid = any (${uuids}::uuid[]) and u.status = 'inactive'
    returning u.uuid, u.user_id, 'inactive' as before, u.status as after`.execute(tx);
  await openDoors(tx, uuids);
  return rows;
}

/** How the log tells of it. */
export const signedOutFields = ({ sessions, grants }: SignedOut): Changes => ({
  ...(sessions > 0 && { openSessions: { before: sessions, after: 0 } }),
  ...(grants > 0 && { outlivingGrants: { before: grants, after: 0 } }),
});

/** Makes every mailed link, temporary code and ticket of the users worthless; registration mails are shown as cancelled. */
export async function revokeAllCodes(tx: Tx, uuids: readonly string[], now: Date): Promise<void> {
  await sql`
    update one_time_codes set consumed_at = ${now} where user_uuid = any (${uuids}::uuid[]) and consumed_at is null`.execute(
    tx,
  );
  await cancelInvitations(tx, uuids, now);
}

/** Removes authenticator apps and recovery codes. */
export async function removeSecondFactor(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_uuid', '=', uuid).execute();
  await tx.deleteFrom('totps').where('user_uuid', '=', uuid).execute();
}

/** How many wrong passwords in a row are held against a user. */
export async function countFailures(tx: Tx, uuid: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    select u.failed_streak + coalesce(g.unknown_streak + g.device_streak, 0) as failures
    from users u left join sign_in_guards g on g.tenant_id = u.tenant_id and g.uuid = u.uuid
    where u.uuid = ${uuid}::uuid`.execute(tx);
  return rows[0]?.failures ?? 0;
}

/** The next sign-in asks for another password. False: there is none. */
export async function askForPassword(tx: Tx, uuid: string): Promise<boolean> {
  const row = await tx
    .updateTable('user_passwords')
    .set({ must_change: true })
    .where('user_uuid', '=', uuid)
    .returning('user_uuid')
    .executeTakeFirst();
  return row !== undefined;
}
