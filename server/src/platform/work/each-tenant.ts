import { listTenants } from '../db/across-tenants.ts';
import type { Tx } from '../db/transaction.ts';
import type { Tools } from '../tools.ts';
import type { Jobs } from './queue.ts';

/**
 * A job that does `each` for every active tenant, in a transaction of that tenant, at its times and when a worker starts: an
 * extra run must do nothing. Emails that it queues are sent at once.
 */
export async function defineForEachTenant(
  tools: Tools,
  jobs: Jobs,
  { job, cron, each }: { job: string; cron: string; each: (tools: Tools, tx: Tx, now: Date) => Promise<number> },
): Promise<void> {
  const run = async (_: object, { signal }: { signal: AbortSignal }) => {
    for (const { tenant_id, status } of await listTenants(tools.db.pool)) {
      if (signal.aborted) throw new Error(`the job ${job} was interrupted`);
      if (status !== 'active') continue;
      await tools.db.inTenant(tenant_id, (tx) => each(tools, tx, tools.clock()));
      tools.wakeDeliveries();
    }
  };
  await jobs.defineJob(job, { cron, run });
  await jobs.wake(job);
}
