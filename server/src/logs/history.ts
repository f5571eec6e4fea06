import type { Tx } from '../platform/db/transaction.ts';
import { toOperationEntry } from './entries.ts';
import * as queries from './history-queries.ts';
import { placeOf, readCursor, toPage } from './page.ts';

/** Totals above this are shown as "more than". */
const COUNTED = 10_000;

/** The whole history of one target, newest first. Throws `invalid_params` for an invalid cursor. */
export async function readHistory(
  tx: Tx,
  target: { type: string; id: string },
  asked: { cursor?: string | undefined; count: number },
) {
  const cursor = readCursor(asked.cursor);
  const rows = await queries.listOperations(tx, target, { ...placeOf(cursor), count: asked.count + 1 });
  const total = await queries.countOperations(tx, target, COUNTED + 1);
  return {
    ...toPage(rows, { cursor, count: asked.count }, toOperationEntry),
    totalResults: Math.min(total, COUNTED),
    ...(total > COUNTED && { totalIsEstimate: true }),
    itemsPerPage: asked.count,
  };
}
