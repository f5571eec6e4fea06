import { UNCONFIRMED_DELETIONS } from '#contract/authentication/users-bulk.ts';
import { type ErrorId, isFailure } from '#contract/errors.ts';
import { unfinishedTransfers } from '../../db/across-tenants.ts';
import type { Jobs } from '../../jobs/queue.ts';
import type { Tools } from '../../tools.ts';
import { applyImport } from './apply.ts';
import { checkImport } from './check.ts';
import * as queries from './queries.ts';

export const USER_IMPORT_JOB = 'user-import';
/** After so many tries in vain it is given up. */
const TRIES = 8;

/** Makes the job known that checks imports and carries them out; a worker first wakes it for those a dead one left. */
export async function defineUserImportJob(tools: Tools, jobs: Jobs): Promise<void> {
  await jobs.defineJob<{ tenantId: string; importId: string }>(USER_IMPORT_JOB, {
    concurrency: 2,
    run: async ({ tenantId, importId }, { signal, attempt }) => {
      const row = await tools.db.inTenant(tenantId, (tx) => queries.readImport(tx, importId));
      if (row) await work(tools, row, signal, attempt);
    },
  });
  if (tools.config.PROCESS === 'web') return;
  for (const { tenant_id: tenantId, job, id: importId } of await unfinishedTransfers(tools.db.pool)) {
    if (job === USER_IMPORT_JOB) await jobs.wake(USER_IMPORT_JOB, { tenantId, importId });
  }
}

async function work(tools: Tools, row: queries.ImportRow, signal: AbortSignal, attempt: number): Promise<void> {
  const { tenant_id: tenantId, import_id: importId, status } = row;
  try {
    if (status === 'processing') return await applyImport(tools, row, signal);
    if (status !== 'checking' || !(await checkImport(tools, row, signal)) || !row.unasked) return;
    const asked = await tools.db.inTenant(tenantId, (tx) => goOnUnasked(tools, tx, importId));
    if (asked) await applyImport(tools, asked, signal);
  } catch (error) {
    // What has an id was said of the file, or of who carries it out; anything else may pass.
    if (!isFailure(error) && attempt < TRIES) throw error;
    tools.log.warn({ err: error, importId }, 'an import was given up');
    const [id, field] = isFailure(error) ? [error.id, error.detail.field] : ['unknown_error' as ErrorId, undefined];
    const ended = { error_id: id, error_field: field ?? null, finished_at: tools.clock() };
    await tools.db.inTenant(tenantId, async (tx) => {
      const refused = isFailure(error) ? 'validation_error' : 'error';
      await queries.updateImportIn(tx, importId, 'checking', { status: refused, ...ended });
      await queries.updateImportIn(tx, importId, 'processing', { status: 'error', ...ended });
    });
  }
}

/** What came by the API is carried out at once, unless it deletes more than was said. */
async function goOnUnasked(tools: Tools, tx: Parameters<typeof queries.holdImport>[0], importId: string) {
  const row = await queries.holdImport(tx, importId);
  const counts = row?.counts;
  if (row?.status !== 'previewed' || !counts) return null;
  if (counts.delete > UNCONFIRMED_DELETIONS && row.confirm_count !== counts.delete) return null;
  const now = tools.clock();
  return queries.updateImport(tx, importId, startOf(counts, now));
}

/** What changes of an import when it begins to be carried out. */
export function startOf(counts: NonNullable<queries.ImportRow['counts']>, now: Date) {
  const rows_total = counts.create + counts.update + counts.delete;
  return { status: 'processing' as const, rows_total, rows_done: 0, phase_at: now, confirmed_at: now };
}
