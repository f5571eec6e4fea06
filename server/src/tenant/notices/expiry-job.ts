import { listTenants } from '../../platform/db/across-tenants.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Jobs } from '../../platform/work/queue.ts';

/**
 * Has `notice` tell of what expires, once a day for all active tenants, and when a worker starts: each stage is told once, so
 * that an extra run does nothing.
 */
export async function defineExpiryNotices(
  tools: Tools,
  jobs: Jobs,
  { job, cron, notice }: { job: string; cron: string; notice: (tools: Tools, tx: Tx, now: Date) => Promise<number> },
): Promise<void> {
  const run = async (_: object, { signal }: { signal: AbortSignal }) => {
    for (const { tenant_id, status } of await listTenants(tools.db.pool)) {
      if (signal.aborted) throw new Error('the notices were interrupted');
      if (status !== 'active') continue;
      await tools.db.inTenant(tenant_id, (tx) => notice(tools, tx, tools.clock()));
      tools.wakeDeliveries();
    }
  };
  await jobs.defineJob(job, { cron, run });
  await jobs.wake(job);
}
