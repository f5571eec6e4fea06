import { findEndedLocks } from '../platform/db/across-tenants.ts';
import type { Jobs } from '../platform/work/queue.ts';
import type { Tools } from '../platform/tools.ts';
import { endLocks } from './guards.ts';

const JOB = 'endedLocks';
const BATCH = 1000;

/**
 * Ends expired locks, every minute for all tenants, because lists, filters and the count of administrators use the
 * stored status. Sign-in does not depend on it (`may.ts`).
 */
export const defineEndedLocks = (tools: Tools, jobs: Jobs): Promise<void> =>
  jobs.defineJob(JOB, {
    cron: '* * * * *',
    run: async (_, { signal }) => {
      while (!signal.aborted && (await endBatch(tools)) >= BATCH);
    },
  });

/** Ends one batch of locks and returns how many. The failure counts stay until a success resets them. */
async function endBatch(tools: Tools): Promise<number> {
  const now = tools.clock();
  const ended = await findEndedLocks(tools.db.pool, now, BATCH);
  for (const [tenantId, users] of Map.groupBy(ended, (user) => user.tenant_id)) {
    const uuids = users.map(({ uuid }) => uuid);
    await tools.db.inTenant(tenantId, (tx) => endLocks(tx, tenantId, uuids, now));
  }
  return ended.length;
}
