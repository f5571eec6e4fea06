import { type ErrorId, isFailure } from '#contract/errors.ts';
import { unfinishedTransfers } from '../../platform/db/across-tenants.ts';
import { writeJobEnd } from '../../platform/audit/job-log.ts';
import { mayPass } from '../../platform/work/batches.ts';
import type { Jobs } from '../../platform/work/queue.ts';
import type { Tools } from '../../platform/tools.ts';
import { applyImport, loggedOf } from './apply.ts';
import { checkImport } from './check.ts';
import * as queries from './queries.ts';

export const USER_IMPORT_JOB = 'user-import';

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

/** What the next try would end in too: PostgreSQL cannot take a value, or a thread a task. */
function isLasting(error: unknown): boolean {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return /^22\w{3}$/.test(String(code)) || name === 'DataCloneError';
}

async function work(tools: Tools, row: queries.ImportRow, signal: AbortSignal, attempt: number): Promise<void> {
  const { tenant_id: tenantId, import_id: importId, status } = row;
  try {
    const ready = status === 'checking' ? await checkImport(tools, row, signal) : row;
    if (ready?.status === 'processing') await applyImport(tools, ready, signal);
  } catch (error) {
    if (mayPass(error, attempt) && !isLasting(error)) throw error;
    tools.log.warn({ err: error, importId }, 'an import was given up');
    const [id, field] = isFailure(error) ? [error.id, error.detail.field] : ['unknown_error' as ErrorId, undefined];
    const ended = { error_id: id, error_field: field ?? null, finished_at: tools.clock() };
    await tools.db.inTenant(tenantId, async (tx) => {
      const refused = isFailure(error) ? 'validation_error' : 'error';
      await queries.updateImportIn(tx, importId, 'checking', { status: refused, ...ended });
      if (await queries.updateImportIn(tx, importId, 'processing', { status: 'error', ...ended }))
        await writeJobEnd(tx, loggedOf(row), { status: 'error', errorId: id, now: tools.clock() });
    });
  }
}
