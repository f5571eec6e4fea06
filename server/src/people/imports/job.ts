import { confirmUserImport } from '#contract/people/user-imports-actions.ts';
import { importRowKinds } from '#contract/people/user-imports-fields.ts';
import { sql } from 'kysely';
import type { ImportCounts } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type LoggedJob, numbersOf } from '../../platform/events/jobs.ts';
import { clientOfJob } from '../../platform/http/client-info.ts';
import { type Batch, type Claimed, defineWork } from '../../platform/work/work.ts';
import { refuseDemoted } from '../users/operator.ts';
import type { Staged } from '../changes/changes.ts';
import { carryOut, type Refused } from '../changes/apply.ts';
import { checkImport } from './check.ts';
import { inviteWished } from './invite.ts';
import { biteOf } from './preview.ts';
import type { ImportRow } from './queries.ts';

/** Imports, and undoing: checked as a whole, confirmed by somebody, then carried out bite by bite. */
export const importWork = defineWork<ImportRow, { bite: number }>({
  ...{ job: 'user-import', key: 'importId', table: 'user_imports', id: 'import_id', ended: 'finished_at' },
  waits: ['accepting', 'previewed'],
  stage: { status: 'checking', run: checkImport },
  pieces: { table: 'user_import_bites', number: 'bite', columns: sql`p.bite` },
  lanes: 2,
  batch: applyBite,
  completed: inviteWished,
  giveUp: async (_, { status }, { errorId, field, isRefusal }) => ({
    status: status === 'checking' && isRefusal ? 'validation_error' : 'error',
    ...{ error_id: errorId, error_field: field },
  }),
  logged: loggedOf,
});

/** An import as the operation log names it, once it was confirmed. */
function loggedOf(row: ImportRow): LoggedJob | null {
  return (
    row.confirmed_at && {
      ...{ tenantId: row.tenant_id, job: 'user-import', operation: 'update' },
      ...{ type: 'userImport.ended', targetId: row.import_id },
      // Until it is completed the counts are of what is to be done.
      ...(row.status === 'completed' && row.counts && { changes: doneBy(row.counts, row.kind) }),
      ...{ operatorUuid: row.operator_uuid, operatorUserId: row.operator_user_id },
      ...{ address: row.address, requestId: row.request_id },
    }
  );
}

/** What an import did, in numbers; an undo makes nobody, it restores. */
function doneBy(counts: ImportCounts, kind: ImportRow['kind']) {
  const { create, update: changed, delete: deleted, wrong: failed, unchanged } = counts;
  return numbersOf({ [kind === 'undo' ? 'restored' : 'created']: create, changed, deleted, failed, unchanged });
}

/** One bite. Throws `forbidden` when whoever confirmed the import may not change users any more. */
async function applyBite({ tools, tx, row, piece, now }: Claimed<ImportRow, { bite: number }>): Promise<Batch> {
  const { tenant_id: tenantId, import_id: importId } = row;
  const { bite } = piece;
  await refuseDemoted(tx, row.operator_uuid);
  const by = {
    tenantId,
    uuid: row.operator_uuid,
    userId: row.operator_user_id,
    action: `${confirmUserImport.method} ${confirmUserImport.path}`,
    address: row.address,
    requestId: row.request_id,
    client: clientOfJob(row),
  };
  const refused = await carryOut(tools, tx, rowsOf(importId, bite), by, now);
  const moved = await refuseRows(tx, importId, refused);
  return { counted: countedBy(importId, bite, moved) };
}

/** What is told of an import also when it has ended. */
const countedOn = [...importRowKinds, 'createsActive'] as const;
type Counted = (typeof countedOn)[number];

/** The rows of a bite, for `carryOut`. */
const rowsOf = (importId: string, bite: number): Staged => sql`(
  select row_no, case operation when 'restore' then 'restore' else kind end as kind, user_id, user_uuid, given, changes, before from user_import_rows
  where import_id = ${importId} and row_no >= ${bite * 1000} and row_no < ${(bite + 1) * 1000}
    and kind in ('create', 'update', 'delete'))`;

/**
 * Rows that could not be carried out are wrong, or unchanged where nothing was left to do; gives how many more, or fewer,
 * there are of each kind.
 */
async function refuseRows(tx: Tx, importId: string, refused: readonly Refused[]): Promise<Partial<ImportCounts>> {
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
      -- Who is restored was not counted as made (preview.ts).
      union all select 'createsActive', -1 from were
        where kind = 'create' and operation <> 'restore' and status = 'active') moved group by kind`.execute(tx);
  return Object.fromEntries(rows.map(({ kind, more }) => [kind, more]));
}

/** What a bite counts on at its import. */
function countedBy(importId: string, bite: number, moved: Partial<ImportCounts>) {
  const lost = (moved.wrong ?? 0) + (moved.unchanged ?? 0);
  const counted = countedOn.map(
    (kind) => sql`${sql.lit(kind)}, coalesce((counts ->> ${sql.lit(kind)})::integer, 0) + ${moved[kind] ?? 0}::integer`,
  );
  return {
    rows_done: sql`rows_done + (select count(*) from user_import_rows r where r.import_id = ${importId}
      and ${biteOf} = ${bite} and r.row_no >= ${bite * 1000} and r.row_no < ${(bite + 1) * 1000}
      and r.kind in ('create', 'update', 'delete')) + ${lost}::integer`,
    counts: sql`jsonb_build_object(${sql.join(counted)})`,
  };
}
