import type { UserSortColumn } from '#contract/authentication/users-search.ts';
import type { Database, Tx } from '../../../db/transaction.ts';
import { EVERY, markersOf } from './markers.ts';
import type { Place } from './order.ts';
import { readPlaces } from './queries.ts';

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
  if (offset <= COUNTED) return readPlaces(tx, { sort, descending, offset, limit });
  const fromEnd = total - offset - limit;
  if (fromEnd <= COUNTED) {
    const places = await readPlaces(tx, { sort, descending: !descending, offset: fromEnd, limit });
    return places.reverse();
  }
  // Markers count in ascending order.
  const position = descending ? fromEnd : offset;
  const markers = markersOf(db, { tenantId, sort, total });
  const at = Math.min(Math.floor(position / EVERY), (markers?.length ?? 0) - 1);
  const from = markers?.[at];
  // Not known yet: counted all the way along the index, this once.
  if (!from) return readPlaces(tx, { sort, descending, offset, limit });
  const skipped = position - at * EVERY;
  const places = await readPlaces(tx, { sort, descending: false, from, including: true, offset: skipped, limit });
  return descending ? places.reverse() : places;
}
