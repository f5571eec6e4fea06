import { named, send, together } from '../db/ask.ts';
import type { Tx } from '../db/transaction.ts';
import type { PendingSignIns } from '../db/schema.ts';
import { type Insertable, sql } from 'kysely';
import { storeSignedIn } from './last-sign-ins.ts';
import { writeEndedLocks } from './lock-log.ts';

export interface AccountRow {
  tenant_id: string;
  tenant_name: string;
  tenant_status: 'active' | 'suspended';
  security_policy: Record<string, unknown>;
  uuid: string;
  user_id: string;
  status: 'registering' | 'active' | 'inactive' | 'locked';
  roles: string[];
  source: string;
  locked_until: Date | null;
  failed_count: number;
  failed_since: Date | null;
  failed_streak: number;
  default_login: boolean;
  password_hash: string | null;
  password_changed_at: Date | null;
  must_change: boolean | null;
  one_time_until: Date | null;
  /** -Infinity where never. */
  signed_out_at: Date | number;
  /** Until when browsers the account does not know are refused. */
  unknown_until: Date | number | null;
  unknown_streak: number | null;
  /** Null: nothing was ever noted of the account (`sign_in_guards`). */
  told_browsers: string[] | null;
  known_since: Date | null;
}

/** Accounts `u` with their tenant `t` and password `p`. */
export function accounts(tx: Tx) {
  return tx
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.tenant_id', 'u.tenant_id')
    .leftJoin('user_passwords as p', (join) =>
      join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.user_uuid', '=', 'u.uuid'),
    )
    .leftJoin('sign_in_guards as g', (join) =>
      join.onRef('g.tenant_id', '=', 'u.tenant_id').onRef('g.uuid', '=', 'u.uuid'),
    )
    .select(['g.unknown_until', 'g.unknown_streak', 'g.told_browsers', 'g.known_since'])
    .select([
      'u.tenant_id',
      't.name as tenant_name',
      't.status as tenant_status',
      't.security_policy',
      'u.uuid',
      'u.user_id',
      'u.status',
      'u.roles',
      'u.source',
      'u.locked_until',
      'u.failed_count',
      'u.failed_since',
      'u.failed_streak',
      'u.default_login',
      'u.signed_out_at',
      'p.password_hash',
      'p.changed_at as password_changed_at',
      'p.must_change',
      'p.one_time_until',
    ]);
}

export async function findAccountByUserId(tx: Tx, userIdKey: string): Promise<AccountRow | null> {
  return (await accounts(tx).where('u.user_id_key', '=', userIdKey).executeTakeFirst()) ?? null;
}

export async function findAccountByMail(tx: Tx, mailKey: string): Promise<AccountRow | null> {
  return (await accounts(tx).where('u.login_mail_address_key', '=', mailKey).executeTakeFirst()) ?? null;
}

export async function findAccount(tx: Tx, uuid: string): Promise<AccountRow | null> {
  return (await accounts(tx).where('u.uuid', '=', uuid).executeTakeFirst()) ?? null;
}

/** An account, read once it is held: until the transaction ends, what is decided of it is decided one by one. */
export async function holdAccount(tx: Tx, uuid: string): Promise<AccountRow | null> {
  const held = tx.selectFrom('users').select('uuid').where('uuid', '=', uuid).forUpdate();
  const account = accounts(tx).where('u.uuid', '=', uuid);
  const [, [row]] = await together(tx, named('hold_account', held), named('read_account', account));
  return row ?? null;
}

/** Stores a failure in a known browser, and the lock it brings. */
export async function storeFailure(
  tx: Tx,
  uuid: string,
  counted: { failedCount: number; failedSince: Date | null; failedStreak: number; lock: { until: Date | null } | null },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      failed_count: counted.failedCount,
      failed_since: counted.failedSince,
      failed_streak: counted.failedStreak,
      ...(counted.lock ? { status: 'locked' as const, locked_until: counted.lock.until } : {}),
    })
    .where('uuid', '=', uuid)
    .execute();
}

/** What a success starts anew. */
export type Counters = Pick<
  AccountRow,
  'tenant_id' | 'uuid' | 'status' | 'failed_count' | 'failed_since' | 'failed_streak' | 'locked_until'
>;

/**
 * The success of an account that is held: the counters start anew, a lock whose time is over is lifted. Where there is
 * nothing of either, the user's row, wide and in many indexes, stays as it is.
 */
export async function storeSuccess(tx: Tx, account: Counters, now: Date): Promise<void> {
  await storeSignedIn(tx, account.uuid, now);
  const { tenant_id, uuid, status, failed_count, failed_since, failed_streak, locked_until } = account;
  const counted = failed_count + failed_streak > 0 || failed_since !== null;
  if (status === 'active' && !counted && locked_until === null) return;
  await send(
    tx,
    tx
      .updateTable('users')
      .set({ status: 'active', failed_count: 0, failed_since: null, failed_streak: 0, locked_until: null })
      .where('uuid', '=', uuid),
  );
  if (status === 'locked') await writeEndedLocks(tx, tenant_id, [{ uuid, locked_until }], now);
}

/**
 * Makes those of the users active whose lock is over, and tells it in their histories. They are held in one order, so
 * that nobody waits for each other.
 */
export async function endLocks(tx: Tx, tenantId: string, uuids: readonly string[], now: Date): Promise<void> {
  const { rows } = await sql<{ uuid: string; locked_until: Date }>`
    update users u set status = 'active', locked_until = null
    from (
      select tenant_id, uuid, locked_until from users
      where uuid = any (${uuids}::uuid[]) and status = 'locked' and locked_until <= ${now} order by uuid for update
    ) ended
    where u.tenant_id = ended.tenant_id and u.uuid = ended.uuid
    returning u.uuid, ended.locked_until`.execute(tx);
  await writeEndedLocks(tx, tenantId, rows, now);
}

export async function insertPending(tx: Tx, row: Insertable<PendingSignIns>): Promise<void> {
  await tx.insertInto('pending_sign_ins').values(row).execute();
}

/** A sign-in that waits: at the pages, or at the device where it was begun. One of the other is not there. */
export async function findPending(tx: Tx, loginHash: Buffer, now: Date, deviceUuid: string | null = null) {
  return tx
    .selectFrom('pending_sign_ins')
    .selectAll()
    .where('login_hash', '=', loginHash)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('device_uuid', 'is not distinct from', deviceUuid)
    .executeTakeFirst();
}

/** Uses a pending sign-in up: true for the first who does. */
export async function consumePending(tx: Tx, loginHash: Buffer, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('pending_sign_ins')
    .set({ consumed_at: now })
    .where('login_hash', '=', loginHash)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('login_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a wrong second factor; false once `most` are used up. */
export async function countWrong(tx: Tx, loginHash: Buffer, most: number): Promise<boolean> {
  const row = await tx
    .updateTable('pending_sign_ins')
    .set((eb) => ({ wrong_count: eb('wrong_count', '+', 1) }))
    .where('login_hash', '=', loginHash)
    .where('wrong_count', '<', most)
    .returning('wrong_count')
    .executeTakeFirst();
  return row !== undefined;
}
