import type { Tx } from '../../platform/db/transaction.ts';
import { doneByBulk, doneByImport } from '../changes/undo-rows.ts';
import { readDoneBulk } from '../bulk/jobs.ts';
import * as queries from './queries.ts';

/** What an undo turns round; null: it is not kept any more. */
export async function sourceOf(tx: Tx, undoes: string) {
  if (await queries.readImport(tx, undoes)) return doneByImport(undoes);
  const bulk = await readDoneBulk(tx, undoes);
  return bulk ? doneByBulk(undoes, bulk.action) : null;
}
