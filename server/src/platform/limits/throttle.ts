import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { fail, type PorticoError } from '#contract/errors.ts';
import { queryInTenant, queryInTenants } from '../db/one-message.ts';
import { type Database, PROVIDER } from '../db/transaction.ts';

/**
 * Rate limits, shared by all processes through the database. A limit has a name (`loginAccount`), a maximum within a
 * period, and a key to count by. Keys are hashed: they hold addresses and typed names.
 */
export interface Limit {
  name: string;
  key: string;
  most: number;
  withinSeconds: number;
}

const keyHash = (limit: Limit) => createHash('sha256').update(`${limit.name}\0${limit.key}`).digest();

/** Deletes counts whose period is long over (no limit runs for more than a day). Returns how many. */
export async function sweepThrottles(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - 2 * 86_400_000);
  const gone = await db.inTenant(PROVIDER, (tx) =>
    tx.deleteFrom('throttles').where('window_start', '<', before).executeTakeFirst(),
  );
  return Number(gone.numDeletedRows);
}

/** Number of attempts, and the start of their period. */
export interface Count {
  count: number;
  window_start: Date;
}

/**
 * Query for the counts of several limits, under the `PROVIDER` tenant. Each number of limits is a statement of its own:
 * an array parameter would be planned again at each use.
 */
export function findCounts(limits: readonly Limit[]): { name: string; text: string; values: Buffer[] } {
  const places = limits.map((_, n) => `$${n + 1}`).join(', ');
  return {
    name: `find_throttles_${limits.length}`,
    text: `select key_hash, count, window_start from throttles where key_hash in (${places})`,
    values: limits.map(keyHash),
  };
}

/** The refusal (429) if a limit is exhausted; `row` is its count, if any. */
function usedUp(limit: Limit, row: Count | null | undefined, now: Date): PorticoError | null {
  if (!row) return null;
  const left = limit.withinSeconds - (now.getTime() - row.window_start.getTime()) / 1000;
  return left > 0 && row.count >= limit.most ? fail('too_many_requests', { retryAfter: Math.ceil(left) }) : null;
}

/** Refuses (429) if a limit is exhausted. */
export function refuseUsedUp(limit: Limit, row: Count | null, now: Date): void {
  const refused = usedUp(limit, row, now);
  if (refused) throw refused;
}

/** For each limit, its refusal if it is exhausted, else null. Counts nothing. */
export async function findUsedUp(db: Database, limits: Limit[], now: Date): Promise<(PorticoError | null)[]> {
  const question = findCounts(limits);
  const rows = await queryInTenant<Count & { key_hash: Buffer }>(db.pool, PROVIDER, question);
  return limits.map((limit, at) =>
    usedUp(
      limit,
      rows.find((row) => question.values[at]?.equals(row.key_hash)),
      now,
    ),
  );
}

/** Refuses (429) if one of the limits is exhausted. Counts nothing. */
export async function refuseThrottled(db: Database, limits: Limit[], now: Date): Promise<void> {
  const refused = (await findUsedUp(db, limits, now)).find((one) => one !== null);
  if (refused) throw refused;
}

const COUNT = `
  insert into throttles as t (tenant_id, key_hash, window_start, count)
  values ($1, $2, $3, 1)
  on conflict (tenant_id, key_hash) do update set
    count = case when t.window_start > $3::timestamptz - make_interval(secs => $4) then t.count + 1 else 1 end,
    window_start = case when t.window_start > $3::timestamptz - make_interval(secs => $4) then t.window_start else excluded.window_start end
  returning t.count, t.window_start`;

/**
 * Counts one attempt against each limit. Returns for each the new count and the start of its period. One message, since
 * all who call from one network wait for the same row until it is committed.
 */
export async function countTry(
  db: Database,
  limits: Limit[],
  now: Date,
): Promise<{ limit: Limit; count: number; window_start: Date }[]> {
  // Always in the same order, so that concurrent calls cannot deadlock.
  const inOrder = [...limits].sort((a, b) => Buffer.compare(keyHash(a), keyHash(b)));
  const statements = inOrder.map((limit) => ({
    name: 'count_try',
    text: COUNT,
    values: [PROVIDER, keyHash(limit), now, limit.withinSeconds],
  }));
  const counted = await queryInTenants<Count[]>(
    db.pool,
    statements.map((statement) => ({ tenantId: PROVIDER, statements: [statement] })),
  );
  return inOrder.flatMap((limit, at) => (counted[at] ?? []).map((row) => ({ limit, ...row })));
}

/**
 * Counts an attempt and refuses (429) if it exceeds a limit: for calls whose every use counts (emails to
 * unauthenticated users, proofs). Counting comes first, so that of any number of parallel attempts no more than the
 * limit succeed.
 */
export async function spendTry(db: Database, limits: Limit[], now: Date): Promise<void> {
  for (const { limit, count, window_start } of await countTry(db, limits, now)) {
    const left = limit.withinSeconds - (now.getTime() - window_start.getTime()) / 1000;
    if (count > limit.most) throw fail('too_many_requests', { retryAfter: Math.max(1, Math.ceil(left)) });
  }
}

/** Takes back an attempt that was counted before it was known to be right. */
export async function giveBack(db: Database, limits: Limit[]): Promise<void> {
  if (limits.length === 0) return;
  await db.inTenant(PROVIDER, async (tx) => {
    for (const hash of limits.map(keyHash).sort(Buffer.compare)) {
      await sql`update throttles set count = count - 1 where key_hash = ${hash} and count > 0`.execute(tx);
    }
  });
}
