import { sql } from 'kysely';
import { EXPORT_PART_ROWS } from '#contract/limits.ts';
import type { LoggedJob } from '../events/jobs.ts';
import type { Tx } from '../db/transaction.ts';
import type { Tools } from '../tools.ts';
import { defineWork } from '../work/work.ts';
import type { Division, ExportKind } from './kind.ts';
import { copyPart, type Part } from './part.ts';
import * as queries from './queries.ts';

/** The work that writes exports of a kind, a part at a time: one is there as a whole or not at all. */
export const exportWork = (kind: ExportKind) =>
  defineWork<queries.ExportRow, Part>({
    ...{ job: kind.job, key: 'exportStatusId', table: 'user_exports', id: 'export_status_id', ended: 'finished_at' },
    stage: { status: 'accepting', run: (tools, row) => divideExport(tools, kind, row) },
    pieces: {
      ...{ table: 'user_export_parts', number: 'index' },
      columns: sql`p.index, p.after_uuid, p.after_at::text, p.up_to_uuid, p.up_to_at::text`,
    },
    lanes: 2,
    copies: true,
    batch: async ({ tools: { db }, client, row, piece, signal }) => {
      if (!client) throw new Error('an export is written by COPY');
      const written = await copyPart({ db, kind, client, row }, piece, signal);
      await db.inTenant(row.tenant_id, async (tx) => kind.refuseWorthless?.(tx, row));
      return { stamp: { ...written }, counted: { rows_done: written.rows } };
    },
    logged: loggedOf,
  });

const logged = {
  users: { job: 'user-export', type: 'userExport.ended' },
  logs: { job: 'log-export', type: 'logExport.ended' },
  devices: { job: 'device-export', type: 'deviceExport.ended' },
} as const;

/** An export as the system log names it. */
export const loggedOf = (row: queries.ExportRow): LoggedJob => ({
  ...{ tenantId: row.tenant_id, ...logged[row.kind], operation: 'create', targetId: row.export_status_id },
  ...{ operatorUuid: row.created_by, operatorUserId: row.created_by_user_id },
});

/** Looking through millions of rows takes its time: whoever stops the export meanwhile does not wait for it. */
async function divideExport(
  { db, clock }: Tools,
  kind: ExportKind,
  row: queries.ExportRow,
): Promise<queries.ExportRow | null> {
  const division = await kind.divide(db, row, EXPORT_PART_ROWS);
  return db.inTenant(row.tenant_id, async (tx) => {
    await kind.refuseWorthless?.(tx, row);
    return plan(tx, exportWork(kind), row, division, clock());
  });
}

/** Keeps the parts, once; null when it is not to be written any more. */
async function plan(
  tx: Tx,
  work: ReturnType<typeof exportWork>,
  { tenant_id: tenantId, export_status_id: id }: queries.ExportRow,
  { total, ends, attributes = [] }: Division,
  now: Date,
): Promise<queries.ExportRow | null> {
  const held = await work.hold(tx, id);
  if (held?.status !== 'accepting') return held;
  await queries.insertParts(tx, tenantId, id, ends);
  return work.change(tx, id, ['accepting'], { status: 'processing', rows_total: total, attributes, started_at: now });
}
