import { setTimeout as sleep } from 'node:timers/promises';
import { findUnfinishedMailRuns } from '../../platform/db/across-tenants.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Jobs } from '../../platform/work/queue.ts';
import type { Tools } from '../../platform/tools.ts';
import { type RunInHand, sendBite } from './send.ts';

const JOB = 'mailRun';
const AT_ONCE = 2;
/** While this many of its emails are pending, a mailing pauses, so that others' emails do not queue behind it. */
const PAUSE_MILLIS = 500;

/** Starts or continues a mailing when the transaction commits. */
export async function wakeRun(tools: Tools, tx: Tx, { tenant_id: tenantId, uuid: runUuid }: RunRow): Promise<void> {
  await tools.jobs.wake(JOB, { tenantId, runUuid } satisfies RunInHand, { tx });
}
type RunRow = { tenant_id: string; uuid: string };

/** Defines the job; a worker continues what a dead one left. */
export async function defineMailRuns(tools: Tools, jobs: Jobs): Promise<void> {
  await jobs.defineJob<RunInHand>(JOB, {
    concurrency: AT_ONCE,
    run: (run, { signal }) => sendRun(tools, run, signal),
  });
  for (const { tenant_id: tenantId, uuid: runUuid } of await findUnfinishedMailRuns(tools.db.pool)) {
    await jobs.wake(JOB, { tenantId, runUuid } satisfies RunInHand);
  }
}

async function sendRun(tools: Tools, run: RunInHand, signal: AbortSignal): Promise<void> {
  for (;;) {
    // The process is stopping; a worker finds the mailing by its rows.
    if (signal.aborted) throw new Error('the mail run was interrupted');
    const outcome = await tools.db.inTenant(run.tenantId, (tx) => sendBite(tools, tx, run));
    tools.wakeDeliveries();
    if (outcome === 'over') return;
    if (outcome === 'full') await sleep(PAUSE_MILLIS, undefined, { signal }).catch(() => {});
  }
}
