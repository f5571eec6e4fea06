import type { UserCondition } from '#contract/authentication/users-search.ts';
import { EXPORT_PART_ROWS } from '#contract/limits.ts';
import { unfinishedTransfers } from '../../db/across-tenants.ts';
import type { Tx } from '../../db/transaction.ts';
import { workInLanes } from '../../jobs/bites.ts';
import type { Jobs } from '../../jobs/queue.ts';
import type { Tools } from '../../tools.ts';
import { divide, usedAttributes } from '../users/lines/lines.ts';
import { writePart } from './part.ts';
import * as queries from './queries.ts';

export const USER_EXPORT_JOB = 'user-export';
/** Parts at a time: PostgreSQL works on each with a core of its own. */
const LANES = 2;
/** After so many tries in vain it is given up. */
const TRIES = 8;

/** Makes the job known that writes exports; a worker first wakes it for those a dead one left. */
export async function defineUserExportJob(tools: Tools, jobs: Jobs): Promise<void> {
  await jobs.defineJob<{ tenantId: string; exportStatusId: string }>(USER_EXPORT_JOB, {
    concurrency: 2,
    run: async ({ tenantId, exportStatusId }, { signal, attempt }) => {
      try {
        await writeExport(tools, tenantId, exportStatusId, signal);
      } catch (error) {
        if (attempt < TRIES) throw error;
        tools.log.warn({ err: error, exportStatusId }, 'an export was given up');
        const ended = { status: 'error' as const, error_id: 'unknown_error', finished_at: tools.clock() };
        await tools.db.inTenant(tenantId, (tx) =>
          queries.updateExport(tx, exportStatusId, ['accepting', 'processing'], ended),
        );
      }
    },
  });
  if (tools.config.PROCESS === 'web') return;
  for (const { tenant_id: tenantId, job, id: exportStatusId } of await unfinishedTransfers(tools.db.pool)) {
    if (job === USER_EXPORT_JOB) await jobs.wake(USER_EXPORT_JOB, { tenantId, exportStatusId });
  }
}

async function writeExport(tools: Tools, tenantId: string, id: string, signal: AbortSignal): Promise<void> {
  const { db } = tools;
  const planned = await db.inTenant(tenantId, (tx) => plan(tx, id, tools.clock()));
  if (!planned) return;
  const isOn = async () =>
    !signal.aborted && (await db.inTenant(tenantId, (tx) => queries.readExport(tx, id)))?.status === 'processing';
  await workInLanes(LANES, signal, async () => (await isOn()) && writePart(db, planned, signal, tools.clock()));
  if (!signal.aborted) await db.inTenant(tenantId, (tx) => queries.finishExport(tx, id, tools.clock()));
}

/** Divides an export into parts, once; null when it is not to be written any more. */
async function plan(tx: Tx, id: string, now: Date): Promise<queries.ExportRow | null> {
  const row = await queries.holdExport(tx, id);
  if (row?.status === 'processing') return row;
  if (row?.status !== 'accepting') return null;
  const { total, ends } = await divide(tx, row.condition as UserCondition, row.created_at, EXPORT_PART_ROWS);
  await queries.insertParts(tx, row.tenant_id, id, ends);
  const attributes = await usedAttributes(tx);
  const begun = { status: 'processing' as const, rows_total: total, attributes, started_at: now };
  return queries.updateExport(tx, id, ['accepting'], begun);
}
