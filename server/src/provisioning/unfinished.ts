import type { Tx } from '../platform/db/transaction.ts';
import type { Tools } from '../platform/tools.ts';
import { defineForEachTenant } from '../platform/work/each-tenant.ts';
import type { Jobs } from '../platform/work/queue.ts';
import { wakeUnfinishedBulks } from './scim/bulk/run.ts';
import { wakeReleases } from './sources/releasing.ts';

/**
 * Wakes the jobs of what the rows of the transaction's tenant show as unfinished: those of a tenant that was suspended are
 * remembered only by a process, which may have ended since. Returns how many.
 */
export const wakeUnfinished = async (tools: Tools, tx: Tx, now: Date): Promise<number> =>
  (await wakeUnfinishedBulks(tools, tx, now)) + (await wakeReleases(tools, tx));

/** Every hour, and when a worker starts. */
export const defineUnfinished = (tools: Tools, jobs: Jobs): Promise<void> =>
  defineForEachTenant(tools, jobs, { job: 'provisioning-unfinished', cron: '25 * * * *', each: wakeUnfinished });
