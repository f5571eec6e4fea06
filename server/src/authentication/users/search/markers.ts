import type { UserSortColumn } from '#contract/authentication/users-search.ts';
import type { Database } from '../../../db/transaction.ts';
import type { Place } from './order.ts';
import { readMarkers } from './queries.ts';

/**
 * The way to page N of a long list: the places of every thousandth user, kept in memory for each tenant and order. A
 * jump starts at the last marker before its goal. When they are older than some seconds they are read anew behind the
 * scenes, so a jump can be off by as many users as came and went before it meanwhile; going on from there is exact.
 */
export const EVERY = 1000;
const FRESH_MS = 30_000;
const MOST_LISTS = 64;

interface Kept {
  places: Place[] | null;
  readAt: number;
  reading: boolean;
}

const kept = new Map<string, Kept>();

/** The markers of a list; null the first time: they are being read behind the scenes. */
export function markersOf(db: Database, tenantId: string, sort: UserSortColumn): Place[] | null {
  const key = `${tenantId}/${sort}`;
  const found = kept.get(key);
  if (!found || (!found.reading && performance.now() - found.readAt > FRESH_MS)) refresh(db, tenantId, sort, key);
  return found?.places ?? null;
}

function refresh(db: Database, tenantId: string, sort: UserSortColumn, key: string): void {
  const before = kept.get(key) ?? { places: null, readAt: 0, reading: true };
  const oldest = kept.keys().next().value;
  if (kept.size >= MOST_LISTS && oldest !== undefined && oldest !== key) kept.delete(oldest);
  kept.set(key, { ...before, reading: true });
  db.inTenant(tenantId, (tx) => readMarkers(tx, sort, EVERY)).then(
    (places) => kept.set(key, { places, readAt: performance.now(), reading: false }),
    // The next jump tries again.
    () => kept.set(key, { ...before, reading: false }),
  );
}
