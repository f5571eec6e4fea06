import { type ErrorId, isFailure } from '#contract/errors.ts';
import { EXPORT_PART_ROWS } from '#contract/limits.ts';
import { type LoggedJob, writeJobEnd } from '../audit/job-log.ts';
import { unfinishedTransfers } from '../db/across-tenants.ts';
import type { Tx } from '../db/transaction.ts';
import { mayPass, workInLanes } from '../work/bites.ts';
import type { Jobs } from '../work/queue.ts';
import { refuseSuspended } from '../work/suspension.ts';
import type { Tools } from '../tools.ts';
import type { Division, ExportKind } from './kind.ts';
import { writePart } from './part.ts';
import * as queries from './queries.ts';

/** Parts at a time: PostgreSQL works on each with a core of its own. */
const LANES = 2;

/** Makes the job known that writes exports of a kind; a worker first wakes it for those a dead one left. */
export async function defineExportJob(tools: Tools, jobs: Jobs, kind: ExportKind): Promise<void> {
  await jobs.defineJob<{ tenantId: string; exportStatusId: string }>(kind.job, {
    concurrency: 2,
    run: async ({ tenantId, exportStatusId }, { signal, attempt }) => {
      try {
        await writeExport(tools, kind, { tenantId, id: exportStatusId }, signal);
      } catch (error) {
        if (mayPass(error, attempt)) throw error;
        tools.log.warn({ err: error, exportStatusId }, 'an export was given up');
        const error_id: ErrorId = isFailure(error) ? error.id : 'unknown_error';
        const ended = { status: 'error' as const, error_id, finished_at: tools.clock() };
        await tools.db.inTenant(tenantId, async (tx) => {
          const row = await queries.updateExport(tx, exportStatusId, ['accepting', 'processing'], ended);
          if (row) await writeJobEnd(tx, loggedOf(row), { status: 'error', errorId: error_id, now: tools.clock() });
        });
      }
    },
  });
  if (tools.config.PROCESS === 'web') return;
  for (const { tenant_id: tenantId, job, id: exportStatusId } of await unfinishedTransfers(tools.db.pool)) {
    if (job === kind.job) await jobs.wake(kind.job, { tenantId, exportStatusId });
  }
}

async function writeExport(
  tools: Tools,
  kind: ExportKind,
  { tenantId, id }: { tenantId: string; id: string },
  signal: AbortSignal,
): Promise<void> {
  const { db } = tools;
  const row = await db.inTenant(tenantId, (tx) => queries.readExport(tx, kind.kind, id));
  if (!row) return;
  // Looking through millions of rows takes its time: whoever stops the export meanwhile does not wait for it.
  const division = row.status === 'accepting' ? await kind.divide(db, row, EXPORT_PART_ROWS) : null;
  if (division) await db.inTenant(tenantId, async (tx) => kind.refuseWorthless?.(tx, row));
  const planned = await db.inTenant(tenantId, (tx) => plan(tx, id, division, tools.clock()));
  if (!planned) return;
  const isOn = async () =>
    !signal.aborted &&
    (await db.inTenant(tenantId, async (tx) => {
      await refuseSuspended(tx);
      return (await queries.readExport(tx, kind.kind, id))?.status === 'processing';
    }));
  await workInLanes(LANES, signal, async () => (await isOn()) && writePart(db, kind, planned, signal, tools.clock()));
  if (signal.aborted) return;
  await db.inTenant(tenantId, async (tx) => {
    const now = tools.clock();
    const finished = await queries.finishExport(tx, id, now);
    if (finished) await writeJobEnd(tx, loggedOf(finished), { status: 'completed', now });
  });
}

const logged = {
  users: { job: 'user-export', targetType: 'userExport' },
  logs: { job: 'log-export', targetType: 'logExport' },
  devices: { job: 'device-export', targetType: 'deviceExport' },
} as const;

/** An export as the system log names it. */
export const loggedOf = (row: queries.ExportRow): LoggedJob => ({
  ...{ tenantId: row.tenant_id, ...logged[row.kind], operation: 'create', targetId: row.export_status_id },
  ...{ operatorUuid: row.created_by, operatorUserId: row.created_by_user_id },
});

/** Divides an export into parts, once; null when it is not to be written any more. */
async function plan(tx: Tx, id: string, division: Division | null, now: Date): Promise<queries.ExportRow | null> {
  const row = await queries.holdExport(tx, id);
  if (row?.status === 'processing') return row;
  if (row?.status !== 'accepting' || !division) return null;
  await queries.insertParts(tx, row.tenant_id, id, division.ends);
  const { total, attributes = [] } = division;
  const begun = { status: 'processing' as const, rows_total: total, attributes, started_at: now };
  return queries.updateExport(tx, id, ['accepting'], begun);
}
