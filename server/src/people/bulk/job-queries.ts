import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Changes } from '../../platform/events/write.ts';
import type { BulkFailure, UserBulkBites, UserBulks } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export type BulkRow = Selectable<UserBulks>;
export type BiteRow = Pick<Selectable<UserBulkBites>, 'bite' | 'user_uuids' | 'user_ids'>;

export async function insertBulk(tx: Tx, row: Insertable<UserBulks>): Promise<void> {
  await tx.insertInto('user_bulks').values(row).execute();
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

/** Bites of administrators only when all the others are done: the last of them may be who had it begin. */
export const readyBites = (bulkId: string) => sql`(p.bite < ${sql.lit(ADMINISTRATORS_FROM)} or not exists (
  select from user_bulk_bites other where other.tenant_id = p.tenant_id and other.bulk_id = ${bulkId}
    and other.bite < ${sql.lit(ADMINISTRATORS_FROM)} and other.done_at is null))`;

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

/** Whom an act could not be done to, at most so many. */
export async function listFailures(tx: Tx, bulkId: string, limit: number): Promise<BulkFailure[]> {
  const { rows } = await sql<BulkFailure>`
    select f.one ->> 'userId' as "userId", f.one ->> 'message_id' as message_id
    from user_bulk_bites b cross join lateral jsonb_array_elements(b.failures) with ordinality as f (one, place)
    where b.bulk_id = ${bulkId} and b.failures <> '[]'
    order by b.bite, f.place limit ${limit}`.execute(tx);
  return rows;
}
