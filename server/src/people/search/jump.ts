import type { UserSortColumn } from '#contract/people/users-search.ts';
import type { Place } from '../../platform/db/keyset.ts';
import { ask } from '../../platform/db/ask.ts';
import { readFrom } from '../../platform/db/search/pages.ts';
import type { Database, Tx } from '../../platform/db/transaction.ts';
import { EVERY, markersOf } from './markers.ts';
import { users } from './queries.ts';

/** So many users are skipped by counting along the index. */
const COUNTED = 3000;

/**
 * The users from position `offset` on of the unfiltered list: by counting from the nearer end, or, far from both, from
 * a marker.
 */
export async function jump(
  db: Database,
  tx: Tx,
  tenantId: string,
  list: { sort: UserSortColumn; descending: boolean; total: number },
  offset: number,
  count: number,
): Promise<Place[]> {
  const { sort, descending, total } = list;
  const limit = Math.min(count, total - offset);
  if (limit <= 0) return [];
  const reading = { sort, descending, offset, limit };
  const fromEnd = total - offset - limit;
  if (Math.min(offset, fromEnd) <= COUNTED) return readFrom(tx, users, reading, total);
  // Markers count in ascending order.
  const position = descending ? fromEnd : offset;
  const markers = markersOf(db, { tenantId, sort, total });
  const at = Math.min(Math.floor(position / EVERY), (markers?.length ?? 0) - 1);
  const from = markers?.[at];
  // Not known yet: counted all the way along the index, this once.
  if (!from) return readFrom(tx, users, reading, total);
  const skipped = position - at * EVERY;
  const rows = await ask(tx, users.places({ sort, descending: false, from, including: true, offset: skipped, limit }));
  return descending ? rows.reverse() : rows;
}
