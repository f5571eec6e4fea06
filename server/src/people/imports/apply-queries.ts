import { importRowKinds } from '#contract/people/user-imports-fields.ts';
import { sql } from 'kysely';
import type { ImportCounts } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Refused } from '../changes/queries.ts';
import type { Staged } from '../changes/source.ts';
import { biteOf } from './check-queries.ts';

/** What is told of an import also when it has ended. */
const countedOn = [...importRowKinds, 'createsActive'] as const;
type Counted = (typeof countedOn)[number];

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
  select row_no, case operation when 'restore' then 'restore' else kind end as kind, user_id, user_uuid, given, changes, before from user_import_rows
  where import_id = ${importId} and row_no >= ${bite * 1000} and row_no < ${(bite + 1) * 1000}
    and kind in ('create', 'update', 'delete'))`;

/**
 * Rows that could not be carried out are wrong, or unchanged where nothing was left to do; gives how many more, or fewer,
 * there are of each kind.
 */
export async function refuseRows(
  tx: Tx,
  importId: string,
  refused: readonly Refused[],
): Promise<Partial<ImportCounts>> {
  if (refused.length === 0) return {};
  const { rows } = await sql<{ kind: Counted; more: number }>`
    with said as (
      select (one ->> 'row_no')::integer as row_no, one -> 'reason' as reason
      from jsonb_array_elements(${JSON.stringify(refused)}::jsonb) one),
    were as (
      select r.row_no, r.kind, r.operation, r.given ->> 'status' as status, case said.reason when 'null' then 'unchanged' else 'wrong' end as becomes,
        case said.reason when 'null' then '[]' else jsonb_build_array(said.reason) end as reasons
      from user_import_rows r join said using (row_no) where r.import_id = ${importId}),
    marked as (
      update user_import_rows r set kind = were.becomes, reasons = were.reasons
      from were where r.import_id = ${importId} and r.row_no = were.row_no)
    select kind, sum(one)::integer as more
    from (select kind, -1 as one from were union all select becomes, 1 from were
      -- Who is restored was not counted as made (check-queries.ts).
      union all select 'createsActive', -1 from were
        where kind = 'create' and operation <> 'restore' and status = 'active') moved group by kind`.execute(tx);
  return Object.fromEntries(rows.map(({ kind, more }) => [kind, more]));
}

/** Stamps a bite and counts it; false: the import is no longer to be carried out. */
export async function stampBite(
  tx: Tx,
  { importId, bite, now }: { importId: string; bite: number; now: Date },
  moved: Partial<ImportCounts>,
): Promise<boolean> {
  await tx
    .updateTable('user_import_bites')
    .set({ done_at: now })
    .where('import_id', '=', importId)
    .where('bite', '=', bite)
    .execute();
  const lost = (moved.wrong ?? 0) + (moved.unchanged ?? 0);
  const counted = countedOn.map(
    (kind) => sql`${sql.lit(kind)}, coalesce((counts ->> ${sql.lit(kind)})::integer, 0) + ${moved[kind] ?? 0}::integer`,
  );
  const { rows } = await sql`
    update user_imports set
      rows_done = rows_done + (select count(*) from user_import_rows r where r.import_id = ${importId}
        and ${biteOf} = ${bite} and r.row_no >= ${bite * 1000} and r.row_no < ${(bite + 1) * 1000}
        and r.kind in ('create', 'update', 'delete')) + ${lost}::integer,
      counts = jsonb_build_object(${sql.join(counted)})
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
