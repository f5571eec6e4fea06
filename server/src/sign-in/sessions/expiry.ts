import type { Jobs } from '../../platform/work/queue.ts';
import type { Tools } from '../../platform/tools.ts';
import { endOverSessions, tenantsWithRelyingParties } from './queries.ts';

/**
 * Ends expired and idle sessions that relying parties know of: no request would ever touch them again, and the relying
 * parties would not be notified. Every minute, once for all processes together.
 */
export async function defineSessionExpiry(tools: Tools, jobs: Jobs): Promise<void> {
  await jobs.defineJob('session-expiry', {
    cron: '* * * * *',
    run: async (_, { signal }) => {
      for (const tenantId of await tenantsWithRelyingParties(tools.db.pool)) {
        if (signal.aborted) return;
        await tools.db.inTenant(tenantId, (tx) => endOverSessions(tx, tools.clock()));
      }
    },
  });
}
