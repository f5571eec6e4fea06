import { MAX_LISTED_FAILURES } from '#contract/people/users-bulk.ts';
import { fail } from '#contract/errors.ts';
import type { Changes } from '../../platform/audit/operation-log.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import * as queries from './job-queries.ts';
import { toJob } from './view.ts';

/** The acts on many users of the tenant that jobs did or do, newest first. */
export async function listBulks(tx: Tx, { cursor, count }: { cursor?: string | undefined; count: number }, now: Date) {
  const rows = await queries.listBulks(tx, cursor, count + 1);
  const shown = rows.slice(0, count);
  const last = shown.at(-1);
  return {
    results: shown.map((row) => toJob(row, now)),
    totalResults: await queries.countBulks(tx),
    itemsPerPage: count,
    ...(last && rows.length > count && { next: last.bulk_id }),
  };
}

/** What an undo needs to know of one. */
export const readDoneBulk = queries.readBulk;

/** One of them, with whom it could not be done to. Throws `not_found`. */
export async function getBulk(tx: Tx, bulkId: string, now: Date) {
  const row = await queries.readBulk(tx, bulkId);
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
  const row = await queries.holdBulk(tx, bulkId);
  if (!row) throw fail('not_found');
  if (row.status !== 'processing') throw fail('conflict');
  const changed = await queries.updateBulk(tx, bulkId, { status: 'canceled', finished_at: now });
  await audit(tx, bulkId, { status: { before: row.status, after: changed.status } });
  return toJob(changed, now);
}
