import { sql } from 'kysely';
import { named, send, together } from '../platform/db/ask.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { Account } from './account.ts';
import type { Door, FailureCount, HeldCounters } from './failures.ts';
import { writeEndedLocks } from './lock-log.ts';

/** Doors with failure counters of their own (`sign_in_guards`); those of known browsers are in the user's row. */
type GuardedDoor = Exclude<Door, 'known'>;

interface UserCounters {
  status: HeldCounters['status'];
  failed_count: number;
  failed_since: Date | null;
  failed_streak: number;
  locked_until: Date | null;
}

/**
 * Locks the counters of an account until the transaction ends: parallel failures are counted one after the other, at
 * any door. Both statements go out in one message; the second reads once the first has its lock.
 */
export async function holdCounters(tx: Tx, uuid: string, door: Door): Promise<HeldCounters | null> {
  const [[user], [guard]] = await together(
    tx,
    named(
      'hold_counters',
      sql<UserCounters>`select status, failed_count, failed_since, failed_streak, locked_until from users
        where uuid = ${uuid} for update`,
    ),
    named('read_guard', tx.selectFrom('sign_in_guards').selectAll().where('uuid', '=', uuid)),
  );
  if (!user) return null;
  const { status, locked_until: lockedUntil } = user;
  const account = { status, lockedUntil, toldAt: guard?.[toldOf(door)] ?? null };
  if (door === 'known') {
    const { failed_count: failedCount, failed_since: failedSince, failed_streak: failedStreak } = user;
    return { ...account, failedCount, failedSince, failedStreak, closedUntil: null };
  }
  return {
    ...account,
    failedCount: guard?.[`${door}_count`] ?? 0,
    failedSince: guard?.[`${door}_since`] ?? null,
    failedStreak: guard?.[`${door}_streak`] ?? 0,
    closedUntil: guard?.[`${door}_until`] ?? null,
  };
}

/** Stores a failure at a door and until when it is blocked. For an unknown account nothing is stored, at equal cost. */
export async function storeFailureAt(
  tx: Tx,
  uuid: string,
  door: GuardedDoor,
  { failedCount, failedSince, failedStreak, lock }: FailureCount & { lock: { until: Date | null } | null },
): Promise<void> {
  const [count, since, streak, until] = (['count', 'since', 'streak', 'until'] as const).map((name) =>
    sql.ref(`${door}_${name}`),
  );
  const closed = lock && (lock.until ?? Number.POSITIVE_INFINITY);
  const stored = closed === Number.POSITIVE_INFINITY ? 'infinity' : closed;
  await sql`
    insert into sign_in_guards as g (tenant_id, uuid, ${count}, ${since}, ${streak}, ${until})
    select tenant_id, uuid, ${failedCount}::integer, ${failedSince}::timestamptz, ${failedStreak}::integer,
      ${stored}::timestamptz
    from users where uuid = ${uuid}
    on conflict (tenant_id, uuid) do update set ${count} = excluded.${count}, ${since} = excluded.${since},
      ${streak} = excluded.${streak}, ${until} = excluded.${until}`.execute(tx);
}

/**
 * Locks and blocks have separate timestamps: an earlier block caused by a stranger must not suppress the email about a
 * lock.
 */
const toldOf = (door: Door) => (door === 'known' ? 'told_of_lock_at' : 'told_of_stop_at');

/** Records that the email about a door's lock or block was queued. */
export async function noteLockMail(tx: Tx, key: { tenant_id: string; uuid: string }, door: Door, now: Date) {
  const told = { [toldOf(door)]: now };
  await tx
    .insertInto('sign_in_guards')
    .values({ tenant_id: key.tenant_id, uuid: key.uuid, ...told })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'uuid']).doUpdateSet(told))
    .execute();
}

/** Unblocks a door after a successful sign-in there and resets its counters. */
export async function reopen(tx: Tx, uuid: string, door: GuardedDoor): Promise<void> {
  const anew =
    door === 'unknown'
      ? { unknown_count: 0, unknown_since: null, unknown_streak: 0, unknown_until: null }
      : { device_count: 0, device_since: null, device_streak: 0, device_until: null };
  await send(tx, tx.updateTable('sign_in_guards').set(anew).where('uuid', '=', uuid));
}

/** The browsers of an account already reported in emails about unknown browsers. */
export interface BrowserNotes {
  known_since: Date | null;
  told_browsers: string[] | null;
}

/** Stores which emails were sent, for a locked account row. */
export async function storeBrowserNotes(
  tx: Tx,
  account: { tenant_id: string; uuid: string; told_browsers: string[] | null },
  notes: { known_since: Date; told_browsers: string[] },
): Promise<void> {
  const { tenant_id, uuid } = account;
  // Null: no row yet, and nobody else can insert one while the account is locked.
  if (account.told_browsers === null) {
    await send(tx, tx.insertInto('sign_in_guards').values({ tenant_id, uuid, ...notes }));
    return;
  }
  await send(tx, tx.updateTable('sign_in_guards').set(notes).where('uuid', '=', uuid));
}

/** Stores a failure in a known browser and the lock it causes. */
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

/** Counters that a success resets. */
export type Counters = Pick<
  Account,
  'tenant_id' | 'uuid' | 'status' | 'failed_count' | 'failed_since' | 'failed_streak' | 'locked_until'
>;

/**
 * Resets the counters of a locked account row after a success and lifts an expired lock. If there is nothing to reset,
 * the user's row, wide and in many indexes, is not updated.
 */
export async function storeSuccess(tx: Tx, account: Counters, now: Date): Promise<void> {
  const noted = tx.updateTable('last_sign_ins').set({ signed_in_at: now }).where('uuid', '=', account.uuid);
  await send(tx, named('note_sign_in', noted));
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
 * Activates users whose lock has expired and writes it to their histories. Rows are locked in a fixed order, so that no
 * deadlock is possible.
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
