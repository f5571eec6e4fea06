import { sql } from 'kysely';
import { type LoggedJob, numbersOf } from '../../platform/events/jobs.ts';
import type { BulkFailure } from '../../platform/db/schema.ts';
import { clientOfJob } from '../../platform/http/client-info.ts';
import { type Batch, type Claimed, defineWork } from '../../platform/work/work.ts';
import { refuseDemoted } from '../users/operator.ts';
import { actSparing, type Doing, record, type Refused, undoable } from './act.ts';
import * as jobs from './job-queries.ts';
import * as queries from './queries.ts';

/** Acts on all who matched. */
export const bulkWork = defineWork<jobs.BulkRow, jobs.BiteRow>({
  ...{ job: 'user-bulk', key: 'bulkId', table: 'user_bulks', id: 'bulk_id', ended: 'finished_at' },
  pieces: {
    ...{ table: 'user_bulk_bites', number: 'bite', ready: jobs.readyBites },
    columns: sql`p.bite, p.user_uuids, p.user_ids`,
  },
  lanes: 2,
  batch: applyBite,
  logged: loggedOf,
});

function loggedOf(row: jobs.BulkRow): LoggedJob {
  return {
    ...{ tenantId: row.tenant_id, job: 'user-bulk', operation: row.action === 'delete' ? 'delete' : 'update' },
    ...{ type: 'userBulk.ended', targetId: row.bulk_id },
    changes: {
      action: { after: row.action },
      ...numbersOf({ changed: row.changed, failed: row.failed, unchanged: row.unchanged }),
    },
    ...{ operatorUuid: row.operator_uuid, operatorUserId: row.operator_user_id },
    ...{ address: row.address, requestId: row.request_id },
  };
}

/** One bite. Other processes know of it within the half second that they keep a session's state. */
async function applyBite({ tools, tx, row, piece: bite, now }: Claimed<jobs.BulkRow, jobs.BiteRow>): Promise<Batch> {
  const { action } = row;
  await refuseDemoted(tx, row.operator_uuid);
  const targets = await queries.holdByUuids(tx, bite.user_uuids);
  const by = doerOf(row);
  const acted = await actSparing(tools, tx, wantedBy(row), targets, by, now);
  await record(tools, tx, by, action, acted, now);
  const { failures, ...counted } = outcomeOf(row, bite, { targets, changed: acted.done.size, spared: acted.spared });
  const done = undoable(action, targets, acted.done);
  return {
    stamp: { failures: JSON.stringify(failures), done: JSON.stringify(done) },
    counted: { ...counted, failed: failures.length },
  };
}

const wantedBy = ({ action, license_id: licenseId, group_uuid: group }: jobs.BulkRow) => ({ action, licenseId, group });

const doerOf = (row: jobs.BulkRow): Doing => ({
  ...{ tenantId: row.tenant_id, uuid: row.operator_uuid, userId: row.operator_user_id },
  ...{ address: row.address, requestId: row.request_id, clientRequestId: null, client: clientOfJob(row) },
  // Not the call: what a job does to each is shown with the job (migration 0165).
  action: 'job user-bulk',
});

/** Who was deleted meanwhile is as a deletion wants them to be; of any other act it is a failure. */
function outcomeOf(
  { action }: jobs.BulkRow,
  { user_uuids, user_ids }: jobs.BiteRow,
  { targets, changed, spared }: { targets: queries.Target[]; changed: number; spared: Refused },
): { changed: number; unchanged: number; failures: BulkFailure[] } {
  const there = new Set(targets.map(({ uuid }) => uuid));
  const gone = user_ids.filter((_, at) => !there.has(user_uuids[at] ?? ''));
  const failures = [
    ...(action === 'delete' ? [] : gone).map((userId) => ({ userId, message_id: 'not_found' as const })),
    ...spared.map(({ target, reason }) => ({ userId: target.user_id, message_id: reason })),
  ];
  return { changed, unchanged: user_uuids.length - changed - failures.length, failures };
}
