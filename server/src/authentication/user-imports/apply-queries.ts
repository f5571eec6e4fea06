import { sql } from 'kysely';
import type { ImportCounts } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Refused } from '../users/staged/queries.ts';
import type { Staged } from '../users/staged/source.ts';
import { biteOf } from './check-queries.ts';

/** A bite that is not done and that nobody else is doing; it is held until the transaction ends. */
export async function takeBite(tx: Tx, importId: string): Promise<number | null> {
  const row = await tx
    .selectFrom('user_import_bites')
    .select('bite')
    .where('import_id', '=', importId)
    .where('done_at', 'is', null)
    .orderBy('bite')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.bite ?? null;
}

/** The rows of a bite, for `carryOut`. */
export const rowsOf = (importId: string, bite: number): Staged => sql`(
  select row_no, kind, user_id, user_uuid, given, changes, before from user_import_rows
  where import_id = ${importId} and row_no >= ${bite * 1000} and row_no < ${(bite + 1) * 1000}
    and kind in ('create', 'update', 'delete'))`;

/** Rows that could not be carried out are wrong; gives how many of each kind they were. */
export async function refuseRows(
  tx: Tx,
  importId: string,
  refused: readonly Refused[],
): Promise<Partial<ImportCounts>> {
  if (refused.length === 0) return {};
  const { rows } = await sql<{ kind: keyof ImportCounts; rows: number }>`
    with said as (
      select (one ->> 'row_no')::integer as row_no, one -> 'reason' as reason
      from jsonb_array_elements(${JSON.stringify(refused)}::jsonb) one),
    were as (
      select r.row_no, r.kind, said.reason from user_import_rows r join said using (row_no) where r.import_id = ${importId}),
    marked as (
      update user_import_rows r set kind = 'wrong', reasons = jsonb_build_array(were.reason)
      from were where r.import_id = ${importId} and r.row_no = were.row_no)
    select kind, count(*)::integer as rows from were group by kind`.execute(tx);
  return Object.fromEntries(rows.map((row) => [row.kind, row.rows]));
}

/** Stamps a bite and counts it; false: the import is no longer to be carried out. */
export async function stampBite(
  tx: Tx,
  { importId, bite, now }: { importId: string; bite: number; now: Date },
  refused: Partial<ImportCounts>,
): Promise<boolean> {
  await tx
    .updateTable('user_import_bites')
    .set({ done_at: now })
    .where('import_id', '=', importId)
    .where('bite', '=', bite)
    .execute();
  const lost = Object.values(refused).reduce((sum, rows) => sum + rows, 0);
  const less = (kind: 'create' | 'update' | 'delete') =>
    sql`${sql.lit(kind)}, (counts ->> ${sql.lit(kind)})::integer - ${refused[kind] ?? 0}::integer`;
  const { rows } = await sql`
    update user_imports set
      rows_done = rows_done + (select count(*) from user_import_rows r where r.import_id = ${importId}
        and ${biteOf} = ${bite} and r.row_no >= ${bite * 1000} and r.row_no < ${(bite + 1) * 1000}
        and r.kind in ('create', 'update', 'delete')) + ${lost}::integer,
      counts = counts || jsonb_build_object(${less('create')}, ${less('update')}, ${less('delete')},
        'wrong', (counts ->> 'wrong')::integer + ${lost}::integer)
    where import_id = ${importId} and status = 'processing' returning 1`.execute(tx);
  return rows.length > 0;
}

/** True when every bite is done, and the import with them. */
export async function finishImport(tx: Tx, importId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update user_imports i set status = 'completed', finished_at = ${now}
    where import_id = ${importId} and status = 'processing' and not exists (
      select from user_import_bites b where b.tenant_id = i.tenant_id and b.import_id = i.import_id and b.done_at is null)
    returning 1`.execute(tx);
  return rows.length > 0;
}
