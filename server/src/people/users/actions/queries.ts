import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transaction.ts';

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
