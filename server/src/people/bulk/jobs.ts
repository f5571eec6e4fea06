import { MAX_LISTED_FAILURES } from '#contract/people/users-bulk.ts';
import { fail } from '#contract/errors.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type ListedJob, type ListJobs, shareOf } from '../../platform/work/listed.ts';
import { bulkWork } from './job.ts';
import * as queries from './job-queries.ts';
import { toJob } from './view.ts';

/** The acts on many users of the tenant that jobs did or do, newest first. */
export async function listBulks(tx: Tx, asked: { cursor?: string | undefined; count: number }, now: Date) {
  const { rows, ...page } = await bulkWork.list(tx, asked);
  return { results: rows.map((row) => toJob(row, now)), ...page };
}

/** The same as jobs. */
export const listBulkJobs: ListJobs<BulkJob> = async (tx, asked) => {
  const { rows, ...page } = await bulkWork.list(tx, asked);
  return { ...page, jobs: rows.map(toBulkJob) };
};

type BulkJob = ListedJob<queries.BulkRow['status']> & Pick<queries.BulkRow, 'action'>;

const toBulkJob = (row: queries.BulkRow): BulkJob => ({
  ...{ id: row.bulk_id, status: row.status, action: row.action, total: row.users_total },
  share: shareOf(row.changed + row.unchanged + row.failed, row.users_total),
  ...{ startedBy: row.operator_user_id, createdAt: row.created_at, finishedAt: row.finished_at },
});

/** What an undo needs to know of one. */
export const readDoneBulk = bulkWork.read;

/** One of them, with whom it could not be done to. Throws `not_found`. */
export async function getBulk(tx: Tx, bulkId: string, now: Date) {
  const row = await bulkWork.read(tx, bulkId);
  if (!row) throw fail('not_found');
  return { ...toJob(row, now), failures: await queries.listFailures(tx, bulkId, MAX_LISTED_FAILURES) };
}

/** Stops one between two bites. Throws `not_found`, `conflict` when it is over. */
export async function cancelBulk(
  tx: Tx,
  bulkId: string,
  now: Date,
  audit: (tx: Tx, bulkId: string, changes: Changes) => Promise<void>,
) {
  const { before, row } = await bulkWork.stop(tx, bulkId, now);
  await audit(tx, bulkId, { status: { before, after: row.status } });
  return toJob(row, now);
}
