import type { OperationLogEntry, searchOperationLog } from '#contract/authentication/users-history.ts';
import { fail } from '#contract/errors.ts';
import type { BodyOf } from '#contract/route.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type Cursor, formatCursor, parseCursor } from '../../me/login-history/cursor.ts';
import * as queries from './queries.ts';

/** Totals above this are told as "more than". */
const COUNTED = 10_000;

/** The history of one target, newest first. Throws `invalid_params` for a cursor that is none. */
export async function readHistory(tx: Tx, asked: BodyOf<typeof searchOperationLog>) {
  const cursor = asked.cursor === undefined ? null : parseCursor(asked.cursor);
  if (asked.cursor !== undefined && !cursor) throw fail('invalid_params', { field: 'cursor' });
  const target = { type: asked.targetType, id: asked.targetId };
  const place = cursor && { [cursor.direction === 'next' ? 'after' : 'before']: cursor.place };
  const rows = await queries.listOperations(tx, target, { ...place, count: asked.count + 1 });
  const total = await queries.countOperations(tx, target, COUNTED + 1);
  return {
    ...toPage(rows, cursor, asked.count),
    totalResults: Math.min(total, COUNTED),
    ...(total > COUNTED && { totalIsEstimate: true }),
    itemsPerPage: asked.count,
  };
}

/** One row more than a page was read: it tells whether the list goes on that way. */
function toPage(rows: queries.OperationRow[], cursor: Cursor | null, count: number) {
  const back = cursor?.direction === 'previous';
  const goesOn = rows.length > count;
  const shown = back ? rows.slice(-count) : rows.slice(0, count);
  const first = shown[0];
  const last = shown.at(-1);
  return {
    results: shown.map(toEntry),
    ...(last && (back || goesOn) && { next: formatCursor('next', last) }),
    ...(first && (back ? goesOn : cursor !== null) && { previous: formatCursor('previous', first) }),
  };
}

const toEntry = (row: queries.OperationRow): OperationLogEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  operation: row.operation,
  action: row.action,
  status: row.status,
  operatorUserId: row.operator_user_id,
  operatorUuid: row.operator_uuid,
  targetType: row.target_type,
  targetId: row.target_id,
  changes: row.changes as OperationLogEntry['changes'],
  address: row.address,
  requestId: row.request_id,
});
