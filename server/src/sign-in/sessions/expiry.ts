import type { Jobs } from '../../platform/work/queue.ts';
import type { Tools } from '../../platform/tools.ts';
import { endOverSessions, tenantsWithRelyingParties } from './queries.ts';

/**
 * Ends the sessions whose time is over, or that were idle too long, of which relying parties know: nobody would ask for
 * them again, and the relying parties would never hear of it. Every minute, once for all processes together.
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
