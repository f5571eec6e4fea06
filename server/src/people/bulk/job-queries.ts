import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Changes } from '../../platform/audit/operation-log.ts';
import type { BulkFailure, UserBulkBites, UserBulks } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export type BulkRow = Selectable<UserBulks>;
export type BiteRow = Pick<Selectable<UserBulkBites>, 'bite' | 'user_uuids' | 'user_ids'>;

export async function insertBulk(tx: Tx, row: Insertable<UserBulks>): Promise<void> {
  await tx.insertInto('user_bulks').values(row).execute();
}

export async function readBulk(tx: Tx, bulkId: string): Promise<BulkRow | null> {
  const row = await tx.selectFrom('user_bulks').selectAll().where('bulk_id', '=', bulkId).executeTakeFirst();
  return row ?? null;
}

/** Held until the transaction ends, so that a bite and a cancelling come one after the other. */
export async function holdBulk(tx: Tx, bulkId: string): Promise<BulkRow | null> {
  const held = tx.selectFrom('user_bulks').selectAll().where('bulk_id', '=', bulkId).forUpdate();
  return (await held.executeTakeFirst()) ?? null;
}

export async function updateBulk(tx: Tx, bulkId: string, values: Updateable<UserBulks>): Promise<BulkRow> {
  return tx
    .updateTable('user_bulks')
    .set(values)
    .where('bulk_id', '=', bulkId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends one that is at work; one that is over stays as it is. */
export async function endBulk(
  tx: Tx,
  bulkId: string,
  values: { status: 'error'; error_id: string; finished_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_bulks')
    .set(values)
    .where('bulk_id', '=', bulkId)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const BULK_BITE = 1000;
/** Where the bites of administrators begin. */
const ADMINISTRATORS_FROM = 1_000_000;

/** Divides the users that a question names into bites, administrators apart from the others; answers how many there are. */
export async function stageBites(tx: Tx, bulkId: string, users: RawBuilder<{ uuid: string }>): Promise<number> {
  // A million users are sorted in memory rather than on the disk.
  await sql`select set_config('work_mem', '128MB', true)`.execute(tx);
  const { rows } = await sql<{ users: number }>`
    with placed as (
      select u.uuid, u.user_id, a.is_one,
        (row_number() over (partition by a.is_one order by u.uuid) - 1) / ${sql.lit(BULK_BITE)} as bite
      from (${users}) m join users u on u.uuid = m.uuid
      cross join lateral (select is_administrator(u.status, u.roles) as is_one) a),
    staged as (
      insert into user_bulk_bites (tenant_id, bulk_id, bite, user_uuids, user_ids)
      select current_tenant(), ${bulkId}::uuid, bite + case when is_one then ${sql.lit(ADMINISTRATORS_FROM)} else 0 end,
        array_agg(uuid), array_agg(user_id)
      from placed group by bite, is_one
      returning cardinality(user_uuids) as users)
    select coalesce(sum(users), 0)::integer as users from staged`.execute(tx);
  return rows[0]?.users ?? 0;
}

/**
 * A bite that is not done and that nobody else is doing; it is held until the transaction ends. One of administrators
 * only when all the others are done: the last of them may be who had it begin.
 */
export async function takeBite(tx: Tx, bulkId: string): Promise<BiteRow | null> {
  const { rows } = await sql<BiteRow>`
    select b.bite, b.user_uuids, b.user_ids from user_bulk_bites b
    where b.bulk_id = ${bulkId} and b.done_at is null and (b.bite < ${sql.lit(ADMINISTRATORS_FROM)} or not exists (
      select from user_bulk_bites other where other.tenant_id = b.tenant_id and other.bulk_id = b.bulk_id
        and other.bite < ${sql.lit(ADMINISTRATORS_FROM)} and other.done_at is null))
    order by b.bite limit 1 for update of b skip locked`.execute(tx);
  return rows[0] ?? null;
}

/** What a bite changed, for the undo. */
export type DoneRow = { uuid: string; userId: string; changes?: Changes };

/** Keeps an act that was done at once, with what it changed. */
export async function insertDone(tx: Tx, row: Insertable<UserBulks>, done: readonly DoneRow[]): Promise<void> {
  await insertBulk(tx, row);
  const bite = { tenant_id: row.tenant_id, bulk_id: row.bulk_id, bite: 0, user_uuids: [], user_ids: [] };
  const stamped = { done_at: row.finished_at ?? null, done: JSON.stringify(done) };
  await tx
    .insertInto('user_bulk_bites')
    .values({ ...bite, ...stamped })
    .execute();
}

export interface BiteOutcome {
  done: readonly DoneRow[];
  changed: number;
  unchanged: number;
  failures: BulkFailure[];
}

/** Stamps a bite and counts it; false: the act is no longer to be carried out. */
export async function stampBite(
  tx: Tx,
  { bulkId, bite, now }: { bulkId: string; bite: number; now: Date },
  { done, changed, unchanged, failures }: BiteOutcome,
): Promise<boolean> {
  await tx
    .updateTable('user_bulk_bites')
    .set({ done_at: now, failures: JSON.stringify(failures), done: JSON.stringify(done) })
    .where('bulk_id', '=', bulkId)
    .where('bite', '=', bite)
    .execute();
  const { numUpdatedRows } = await tx
    .updateTable('user_bulks')
    .set((row) => ({
      changed: row('changed', '+', changed),
      unchanged: row('unchanged', '+', unchanged),
      failed: row('failed', '+', failures.length),
    }))
    .where('bulk_id', '=', bulkId)
    .where('status', '=', 'processing')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Completes an act when every bite of it is done. */
export async function finishBulk(tx: Tx, bulkId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update user_bulks b set status = 'completed', finished_at = ${now}
    where bulk_id = ${bulkId} and status = 'processing' and not exists (
      select from user_bulk_bites t where t.tenant_id = b.tenant_id and t.bulk_id = b.bulk_id and t.done_at is null)
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Newest first, behind one of them. */
export async function listBulks(tx: Tx, cursor: string | undefined, limit: number): Promise<BulkRow[]> {
  let query = tx.selectFrom('user_bulks').selectAll();
  if (cursor !== undefined) query = query.where('bulk_id', '<', cursor);
  return query.orderBy('bulk_id', 'desc').limit(limit).execute();
}

export async function countBulks(tx: Tx): Promise<number> {
  const { total } = await tx
    .selectFrom('user_bulks')
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Whom an act could not be done to, at most so many. */
export async function listFailures(tx: Tx, bulkId: string, limit: number): Promise<BulkFailure[]> {
  const { rows } = await sql<BulkFailure>`
    select f.one ->> 'userId' as "userId", f.one ->> 'message_id' as message_id
    from user_bulk_bites b cross join lateral jsonb_array_elements(b.failures) with ordinality as f (one, place)
    where b.bulk_id = ${bulkId} and b.failures <> '[]'
    order by b.bite, f.place limit ${limit}`.execute(tx);
  return rows;
}
