import { setTimeout as sleep } from 'node:timers/promises';
import type { UserSortColumn } from '#contract/people/users-search.ts';
import type { Place } from '../../platform/db/keyset.ts';
import type { Database } from '../../platform/db/transaction.ts';
import { readMarkers } from './queries.ts';

/**
 * The way to page N of a long list: the places of every thousandth user, kept in memory for each tenant and order. A
 * jump starts at the last marker before its goal. They are read anew behind the scenes when users have come or gone since,
 * but not within some seconds, and now and then in any case; so a jump can be off by as many users as came and went before
 * it meanwhile, and going on from there is exact.
 */
export const EVERY = 1000;
const FRESH_MS = 30_000;
const KEPT_MS = 600_000;
const MOST_LISTS = 64;
/** Markers read at a time, and how long others have the database after that, in times of what it took. */
const SLICE = 20;
const REST = 2;

interface Kept {
  places: Place[] | null;
  readAt: number;
  /** How many users there were. */
  total: number;
  reading: boolean;
}

interface List {
  tenantId: string;
  sort: UserSortColumn;
  total: number;
}

const kept = new Map<string, Kept>();
/** Lists to be read, one after the other; what was asked for last comes first. */
const waiting: (() => Promise<void>)[] = [];
let isReading = false;

/** The markers of a list; null the first time: they are being read behind the scenes. */
export function markersOf(db: Database, list: List): Place[] | null {
  const key = `${list.tenantId}/${list.sort}`;
  const found = kept.get(key);
  if (!found || (!found.reading && isOld(found, list.total))) refresh(db, list, key);
  return found?.places ?? null;
}

function isOld({ readAt, total }: Kept, now: number): boolean {
  const age = performance.now() - readAt;
  return age > KEPT_MS || (age > FRESH_MS && total !== now);
}

function refresh(db: Database, list: List, key: string): void {
  const before = kept.get(key) ?? { places: null, readAt: 0, total: 0 };
  const oldest = kept.keys().next().value;
  if (kept.size >= MOST_LISTS && oldest !== undefined && oldest !== key) kept.delete(oldest);
  kept.set(key, { ...before, reading: true });
  waiting.push(() =>
    readAll(db, list.tenantId, list.sort).then(
      (places) => void kept.set(key, { places, readAt: performance.now(), total: list.total, reading: false }),
      // The next jump tries again.
      () => void kept.set(key, { ...before, reading: false }),
    ),
  );
  if (!isReading) void readWaiting();
}

async function readWaiting(): Promise<void> {
  isReading = true;
  for (let next = waiting.pop(); next; next = waiting.pop()) await next();
  isReading = false;
}

/** Slice by slice: nobody waits for it, so that it is to be in nobody's way. */
async function readAll(db: Database, tenantId: string, sort: UserSortColumn): Promise<Place[]> {
  const places: Place[] = [];
  for (;;) {
    const start = performance.now();
    const from = places.at(-1) ?? null;
    const slice = await db.reading(tenantId, (tx) => readMarkers(tx, sort, { every: EVERY, many: SLICE, from }));
    for (const { uuid, key } of slice) places.push({ uuid, key });
    if (slice.length < SLICE) return places;
    await sleep((performance.now() - start) * REST);
  }
}
