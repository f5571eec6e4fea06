import { sql } from 'kysely';
import { named, send, together } from '../platform/db/ask.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { Account } from './account.ts';
import type { Door, FailureCount, HeldCounters } from './failures.ts';
import { writeEndedLocks } from './lock-log.ts';

/** Doors whose failures count for themselves (`sign_in_guards`); those of known browsers count at the user. */
type GuardedDoor = Exclude<Door, 'known'>;

interface UserCounters {
  status: HeldCounters['status'];
  failed_count: number;
  failed_since: Date | null;
  failed_streak: number;
  locked_until: Date | null;
}

/**
 * The counters of an account, held until the transaction ends: parallel failures count one after the other, at whatever
 * door. Both are asked in one message; the second is read once the first is held.
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

/** Stores a failure at a door, and until when it is closed by it. Of nobody nothing is stored, at the same cost. */
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

/** A lock is told of by itself: a stop that a stranger brought about before must not keep it back. */
const toldOf = (door: Door) => (door === 'known' ? 'told_of_lock_at' : 'told_of_stop_at');

/** Notes that the lock or stop of a door is mailed of. */
export async function noteLockMail(tx: Tx, key: { tenant_id: string; uuid: string }, door: Door, now: Date) {
  const told = { [toldOf(door)]: now };
  await tx
    .insertInto('sign_in_guards')
    .values({ tenant_id: key.tenant_id, uuid: key.uuid, ...told })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'uuid']).doUpdateSet(told))
    .execute();
}

/** Opens a door to an account again that got in there, and starts counting anew. */
export async function reopen(tx: Tx, uuid: string, door: GuardedDoor): Promise<void> {
  const anew =
    door === 'unknown'
      ? { unknown_count: 0, unknown_since: null, unknown_streak: 0, unknown_until: null }
      : { device_count: 0, device_since: null, device_streak: 0, device_until: null };
  await send(tx, tx.updateTable('sign_in_guards').set(anew).where('uuid', '=', uuid));
}

/** What an account is known to, for the sake of mails about browsers it does not know. */
export interface BrowserNotes {
  known_since: Date | null;
  told_browsers: string[] | null;
}

/** Stores what was mailed of, of an account that is held. */
export async function storeBrowserNotes(
  tx: Tx,
  account: { tenant_id: string; uuid: string; told_browsers: string[] | null },
  notes: { known_since: Date; told_browsers: string[] },
): Promise<void> {
  const { tenant_id, uuid } = account;
  // Null: there is no row yet, and nobody else makes one while the account is held.
  if (account.told_browsers === null) {
    await send(tx, tx.insertInto('sign_in_guards').values({ tenant_id, uuid, ...notes }));
    return;
  }
  await send(tx, tx.updateTable('sign_in_guards').set(notes).where('uuid', '=', uuid));
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
  Account,
  'tenant_id' | 'uuid' | 'status' | 'failed_count' | 'failed_since' | 'failed_streak' | 'locked_until'
>;

/**
 * The success of an account that is held: the counters start anew, a lock whose time is over is lifted. Where there is
 * nothing of either, the user's row, wide and in many indexes, stays as it is.
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
