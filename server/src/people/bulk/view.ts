import type { UserBulkJob } from '#contract/people/user-bulks.ts';
import type { ErrorId } from '#contract/errors.ts';
import { paceOf } from '../../platform/work/batches.ts';
import type { BulkRow } from './job-queries.ts';

/** An act on many users as it is answered. */
export function toJob(row: BulkRow, now: Date): UserBulkJob {
  const { changed, unchanged, failed, users_total: total } = row;
  const done = changed + unchanged + failed;
  const span = { since: row.created_at, until: row.finished_at ?? now, done };
  return {
    bulkId: row.bulk_id,
    action: row.action,
    status: row.status,
    ...{ changed, unchanged, failed },
    progress: { total, done, ...paceOf(span, row.status === 'processing' ? { done, total } : null) },
    error: row.error_id === null ? null : { message_id: row.error_id as ErrorId },
    operatorUserId: row.operator_user_id,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
