import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

export interface PasswordContext {
  user_id: string;
  login_mail_address: string | null;
  next_login_mail_address: string | null;
  other_mail_addresses: string;
  given_name: string;
  family_name: string;
  security_policy: Record<string, unknown>;
  tenant_name: string;
  password_hash: string | null;
}

export async function readPasswordContext(tx: Tx, userUuid: string): Promise<PasswordContext | null> {
  const row = await tx
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.tenant_id', 'u.tenant_id')
    .leftJoin('user_passwords as p', (join) =>
      join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.user_uuid', '=', 'u.uuid'),
    )
    .select([
      'u.user_id',
      'u.login_mail_address',
      'u.next_login_mail_address',
      'u.other_mail_addresses',
      'u.given_name',
      'u.family_name',
      't.security_policy',
      't.name as tenant_name',
      'p.password_hash',
    ])
    .where('u.uuid', '=', userUuid)
    .executeTakeFirst();
  return row ?? null;
}

export async function readHistory(tx: Tx, userUuid: string, most: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('password_history')
    .select('password_hash')
    .where('user_uuid', '=', userUuid)
    .orderBy('changed_at', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => row.password_hash);
}

export async function upsertPassword(
  tx: Tx,
  row: {
    tenant_id: string;
    user_uuid: string;
    password_hash: string;
    changed_at: Date;
    must_change: boolean;
    one_time_until: Date | null;
  },
): Promise<void> {
  await tx
    .insertInto('user_passwords')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_uuid']).doUpdateSet({
        password_hash: row.password_hash,
        changed_at: row.changed_at,
        must_change: row.must_change,
        one_time_until: row.one_time_until,
      }),
    )
    .execute();
  await tx
    .insertInto('password_history')
    .values({
      tenant_id: row.tenant_id,
      user_uuid: row.user_uuid,
      changed_at: row.changed_at,
      password_hash: row.password_hash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Keeps the newest `most` entries of a user's history. */
export async function trimHistory(tx: Tx, userUuid: string, most: number): Promise<void> {
  await tx
    .deleteFrom('password_history')
    .where('user_uuid', '=', userUuid)
    .where('changed_at', 'not in', (query) =>
      query
        .selectFrom('password_history as h')
        .select('h.changed_at')
        .where('h.user_uuid', '=', userUuid)
        .orderBy('h.changed_at', 'desc')
        .limit(most),
    )
    .execute();
}

/** The next sign-in asks for another password. False: there is none. */
export async function askForPassword(tx: Tx, userUuid: string): Promise<boolean> {
  const row = await tx
    .updateTable('user_passwords')
    .set({ must_change: true })
    .where('user_uuid', '=', userUuid)
    .returning('user_uuid')
    .executeTakeFirst();
  return row !== undefined;
}

/** Unlocking an account also resets its failure counters. */
export async function clearFailures(tx: Tx, userUuid: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ failed_count: 0, failed_since: null, failed_streak: 0, locked_until: null })
    .where('uuid', '=', userUuid)
    .execute();
  await tx
    .updateTable('users')
    .set({ status: 'active' })
    .where('uuid', '=', userUuid)
    .where('status', '=', 'locked')
    .execute();
  await openDoors(tx, [userUuid]);
}

/** Unblocks sign-in outside known browsers and resets the counters there. */
export async function openDoors(tx: Tx, userUuids: readonly string[]): Promise<void> {
  await sql`
    update sign_in_guards set unknown_count = 0, unknown_since = null, unknown_streak = 0, unknown_until = null,
      device_count = 0, device_since = null, device_streak = 0, device_until = null, told_of_lock_at = null,
      told_of_stop_at = null
    where uuid = any (${userUuids}::uuid[])`.execute(tx);
}

export async function replaceHash(tx: Tx, userUuid: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('user_passwords')
    .set({ password_hash: passwordHash })
    .where('user_uuid', '=', userUuid)
    .execute();
}
