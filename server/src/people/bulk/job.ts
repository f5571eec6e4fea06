import { bulkUsers } from '#contract/people/users-bulk.ts';
import { type ErrorId, isFailure } from '#contract/errors.ts';
import { type LoggedJob, writeJobEnd } from '../../platform/audit/job-log.ts';
import { unfinishedTransfers } from '../../platform/db/across-tenants.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { mayPass, over, workInLanes } from '../../platform/work/batches.ts';
import type { Jobs } from '../../platform/work/queue.ts';
import type { Tools } from '../../platform/tools.ts';
import { refuseDemoted } from '../users/operator.ts';
import { actSparing, type Doing, record, undoable } from './act.ts';
import * as jobs from './job-queries.ts';
import * as queries from './queries.ts';
import { USER_BULK_JOB } from './stage.ts';

/** Bites at a time: PostgreSQL works on each with a core of its own. */
const LANES = 2;

/** Makes the job known that acts on all who matched; a worker first wakes it for those a dead one left. */
export async function defineUserBulkJob(tools: Tools, { defineJob, wake }: Jobs): Promise<void> {
  await defineJob<{ tenantId: string; bulkId: string }>(USER_BULK_JOB, {
    concurrency: 2,
    run: async ({ tenantId, bulkId }, { signal, attempt }) => {
      const row = await tools.db.inTenant(tenantId, (tx) => jobs.readBulk(tx, bulkId));
      if (row?.status === 'processing') await work(tools, row, signal, attempt);
    },
  });
  if (tools.config.PROCESS === 'web') return;
  for (const { tenant_id: tenantId, job, id: bulkId } of await unfinishedTransfers(tools.db.pool)) {
    if (job === USER_BULK_JOB) await wake(USER_BULK_JOB, { tenantId, bulkId });
  }
}

async function work(tools: Tools, row: jobs.BulkRow, signal: AbortSignal, attempt: number): Promise<void> {
  const { tenant_id: tenantId, bulk_id: bulkId } = row;
  try {
    await workInLanes(LANES, signal, () => tools.db.inTenant(tenantId, (tx) => applyBite(tools, tx, row)));
    if (signal.aborted) return;
    await tools.db.inTenant(tenantId, async (tx) => {
      const now = tools.clock();
      if (await jobs.finishBulk(tx, bulkId, now)) await writeJobEnd(tx, loggedOf(row), { status: 'completed', now });
    });
  } catch (error) {
    if (mayPass(error, attempt)) throw error;
    tools.log.warn({ err: error, bulkId }, 'an act on many users was given up');
    const error_id: ErrorId = isFailure(error) ? error.id : 'unknown_error';
    const ended = { status: 'error' as const, error_id, finished_at: tools.clock() };
    await tools.db.inTenant(tenantId, async (tx) => {
      const given = { status: 'error', errorId: error_id, now: tools.clock() } as const;
      if (await jobs.endBulk(tx, bulkId, ended)) await writeJobEnd(tx, loggedOf(row), given);
    });
  }
}

const loggedOf = (row: jobs.BulkRow): LoggedJob => ({
  ...{ tenantId: row.tenant_id, job: USER_BULK_JOB, operation: row.action === 'delete' ? 'delete' : 'update' },
  ...{ targetType: 'userBulk', targetId: row.bulk_id },
  ...{ operatorUuid: row.operator_uuid, operatorUserId: row.operator_user_id },
  ...{ address: row.address, requestId: row.request_id },
});

/**
 * One bite, in one transaction with its stamp, so that whoever goes on after a crash does each once; false when there is
 * none to take. Other processes know of it within the half second that they keep a session's state.
 */
async function applyBite(tools: Tools, tx: Tx, row: jobs.BulkRow): Promise<boolean> {
  const { bulk_id: bulkId, action } = row;
  const bite = await jobs.takeBite(tx, bulkId);
  if (!bite) return false;
  await refuseDemoted(tx, row.operator_uuid);
  const now = tools.clock();
  const targets = await queries.holdByUuids(tx, bite.user_uuids);
  const by = doerOf(row);
  const acted = await actSparing(tools, tx, action, targets, { ...by, client: null }, now);
  await record(tx, by, action, acted, now);
  const outcome = {
    ...outcomeOf(row, bite, { targets, changed: acted.done.size, spared: acted.spared }),
    done: undoable(action, targets, acted.done),
  };
  if (!(await jobs.stampBite(tx, { bulkId, bite: bite.bite, now }, outcome))) throw over;
  return true;
}

const doerOf = (row: jobs.BulkRow): Doing => ({
  ...{ tenantId: row.tenant_id, uuid: row.operator_uuid, userId: row.operator_user_id },
  ...{ address: row.address, requestId: row.request_id, clientRequestId: null },
  action: `${bulkUsers.method} ${bulkUsers.path}`,
});

/** Who was deleted meanwhile is as a deletion wants them to be; of any other act it is a failure. */
function outcomeOf(
  { action }: jobs.BulkRow,
  { user_uuids, user_ids }: jobs.BiteRow,
  { targets, changed, spared }: { targets: queries.Target[]; changed: number; spared: queries.Target[] },
): Omit<jobs.BiteOutcome, 'done'> {
  const there = new Set(targets.map(({ uuid }) => uuid));
  const gone = user_ids.filter((_, at) => !there.has(user_uuids[at] ?? ''));
  const failures = [
    ...(action === 'delete' ? [] : gone).map((userId) => ({ userId, message_id: 'not_found' as const })),
    ...spared.map(({ user_id: userId }) => ({ userId, message_id: 'last_administrator' as const })),
  ];
  return { changed, unchanged: user_uuids.length - changed - failures.length, failures };
}
