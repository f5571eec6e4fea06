import { setTimeout as sleep } from 'node:timers/promises';
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
/** Markers read at a time, and how long others have the database after that, in times of what it took. */
const SLICE = 20;
const REST = 2;

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
  readAll(db, tenantId, sort).then(
    (places) => kept.set(key, { places, readAt: performance.now(), reading: false }),
    // The next jump tries again.
    () => kept.set(key, { ...before, reading: false }),
  );
}

/** Slice by slice: nobody waits for it, so that it is to be in nobody's way. */
async function readAll(db: Database, tenantId: string, sort: UserSortColumn): Promise<Place[]> {
  const places: Place[] = [];
  for (;;) {
    const start = performance.now();
    const from = places.at(-1) ?? null;
    const slice = await db.inTenant(tenantId, (tx) => readMarkers(tx, sort, { every: EVERY, many: SLICE, from }));
    for (const { uuid, key } of slice) places.push({ uuid, key });
    if (slice.length < SLICE) return places;
    await sleep((performance.now() - start) * REST);
  }
}
