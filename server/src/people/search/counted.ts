import { type RawBuilder, sql } from 'kysely';
import type { UserCondition } from '#contract/people/users-search.ts';
import { EXACT_TOTAL } from '#contract/limits.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { FEW_LISTED } from '../../platform/db/search/predicate.ts';
import { bySignIn, bySignInAlone } from './condition.ts';

/**
 * How many users meet a condition, where counters know it (docs/decisions/0020): users of some statuses,
 * those of them without a second factor, users of a role. Null for any other, and where too many have a factor.
 */
export async function countKnown(tx: Tx, condition: UserCondition): Promise<number | null> {
  const { status, role, mfa, ...others } = condition;
  if (Object.values(others).some((asked) => asked !== undefined && asked !== '')) return null;
  if (role) return status || mfa !== undefined ? null : countByRole(tx, role);
  if (!status || mfa === true) return null;
  const withFactor = mfa === false ? await countWithFactor(tx, status) : 0;
  return withFactor === null ? null : (await countByStatus(tx, status)) - withFactor;
}

async function countByStatus(tx: Tx, statuses: readonly string[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(users), 0)::bigint as total from user_status_counts where status = any (${statuses}::text[])
  `.execute(tx);
  return rows[0]?.total ?? 0;
}

async function countByRole(tx: Tx, role: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(users), 0)::bigint as total from user_counts where ${role} = any (roles)`.execute(tx);
  return rows[0]?.total ?? 0;
}

/** Null where more have one than are counted. */
async function countWithFactor(tx: Tx, statuses: readonly string[]): Promise<number | null> {
  const { rows } = await sql<{ all: number; those: number }>`
    select count(*) as all, count(*) filter (where u.status = any (${statuses}::text[])) as those
    from (select distinct user_uuid from totps where enabled limit ${EXACT_TOTAL + 1}) t
    join users u on u.uuid = t.user_uuid`.execute(tx);
  const [{ all, those } = { all: 0, those: 0 }] = rows;
  return all > EXACT_TOTAL ? null : those;
}

/** How many users a condition asks of by nothing but their last sign-ins, from the indexes of these; null where that is another, or too many. */
export async function countBySignIn(tx: Tx, condition: UserCondition, now: Date): Promise<number | null> {
  const those = bySignInAlone(condition, now);
  if (!those) return null;
  return countUpTo(tx, those, EXACT_TOTAL);
}

/** How many users meet what a condition asks of their last sign-ins; undefined where it asks nothing, or they are many. */
export async function countSignIns(tx: Tx, condition: UserCondition, now: Date): Promise<number | undefined> {
  const those = bySignIn(condition, now);
  return (those && (await countUpTo(tx, those, FEW_LISTED))) ?? undefined;
}

/** Null where they are more. */
async function countUpTo(tx: Tx, those: RawBuilder<unknown>, most: number): Promise<number | null> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from (${those}) l limit ${most + 1}) l`.execute(tx);
  const total = rows[0]?.total ?? 0;
  return total > most ? null : total;
}
