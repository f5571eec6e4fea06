import { setTimeout as sleep } from 'node:timers/promises';
import { securityPolicy } from '#contract/security-policy.ts';
import { listTenants } from '../../platform/db/across-tenants.ts';
import type { Jobs } from '../../platform/work/queue.ts';
import type { Tools } from '../../platform/tools.ts';
import { noticeBatch, noticeRule } from './password-notices.ts';

const JOB = 'passwordNotices';
const PAUSE_MILLIS = 500;

/**
 * Emails about passwords that will expire: once a day for all tenants, and when a worker starts, which continues what a
 * crashed one left. Each expiry is reported once, so that an extra run does nothing.
 */
export async function definePasswordNotices(tools: Tools, jobs: Jobs): Promise<void> {
  await jobs.defineJob(JOB, { cron: '20 5 * * *', run: (_, { signal }) => noticeAll(tools, signal) });
  await jobs.wake(JOB);
}

async function noticeAll(tools: Tools, signal: AbortSignal): Promise<void> {
  for (const { tenant_id, status, security_policy } of await listTenants(tools.db.pool)) {
    if (status === 'active' && noticeRule(securityPolicy.parse(security_policy)))
      await noticeTenant(tools, tenant_id, signal);
  }
}

async function noticeTenant(tools: Tools, tenantId: string, signal: AbortSignal): Promise<void> {
  let after: string | null = null;
  for (;;) {
    // Stopping; the next run finds the remaining users.
    if (signal.aborted) throw new Error('the notices were interrupted');
    const progress = await tools.db.inTenant(tenantId, (tx) => noticeBatch(tools, tx, after));
    tools.wakeDeliveries();
    if (progress.state === 'over') return;
    after = progress.after;
    if (progress.state === 'full') await sleep(PAUSE_MILLIS, undefined, { signal }).catch(() => {});
  }
}
