import type { UserSortColumn } from '#contract/authentication/users-search.ts';
import type { Database, Tx } from '../../../db/transaction.ts';
import type { Predicate } from './condition.ts';
import { jump } from './jump.ts';
import { markersOf } from './markers.ts';
import type { Cursor, Place } from './order.ts';
import * as queries from './queries.ts';

/** Up to so many users in the tenant, every search looks at all that match. */
const FEW_USERS = 5000;
/** Users drawn to estimate how many match, and the hits among them from which on the estimate is good. */
const SAMPLE = 2500;
const ENOUGH_HITS = 40;
/** Estimated matches from which on nobody counts them. */
const MANY = 20_000;
/** How far a search for something frequent looks along the list. */
const SCANNED = 4000;
/**
 * Before the third hit of a sample there are, in a tenant of a million, about a thousand matches: a page of a hundred
 * lacks them once in some thousand times.
 */
const NTH = 3;

/** A list of so many users is one to jump in. */
const LONG = 50_000;

/** Which part of the list is asked for. */
export interface Asked {
  sort: UserSortColumn;
  descending: boolean;
  cursor: Cursor | null;
  page: number;
  count: number;
}

/** The places of a page, one more than asked for in the direction read, where there is one. */
export interface Found {
  places: Place[];
  total: number;
  isEstimate: boolean;
}

/** The whole list. */
export async function pageOfAll(db: Database, tx: Tx, tenantId: string, asked: Asked): Promise<Found> {
  const { sort, cursor, count, page } = asked;
  const total = await queries.countUsers(tx);
  const found = { total, isEstimate: false };
  if (!cursor && page > 1) {
    const list = { sort, descending: asked.descending, total };
    return { ...found, places: await jump(db, tx, tenantId, list, (page - 1) * count, count + 1) };
  }
  // Whoever begins with a long list may jump next.
  if (total > LONG && !cursor) markersOf(db, { tenantId, sort, total });
  return { ...found, places: await queries.readPlaces(tx, readingOf(asked)) };
}

/** Read backwards when going back. */
function readingOf({ sort, descending, cursor, page, count }: Asked): queries.Reading {
  const offset = cursor ? 0 : (page - 1) * count;
  const way = cursor?.back ? !descending : descending;
  return { sort, descending: way, from: cursor?.place, offset, limit: count + 1 };
}

/**
 * What matches. The planner cannot know how often a fragment occurs, so it is not asked: where a sample says that few
 * match, they are collected by the indexes, counted and sorted. Where many do, the list is read in its order until the
 * page is full; should they all lie further on, the hits of the sample tell how far on to collect.
 */
export async function pageOfMatching(tx: Tx, predicates: readonly Predicate[], asked: Asked): Promise<Found> {
  const reading = readingOf(asked);
  const users = await queries.countUsers(tx);
  if (users > FEW_USERS && reading.offset === 0) {
    const found = await pageOfMany(tx, predicates, reading, users);
    if (found) return found;
  }
  await queries.tuneForCollecting(tx);
  return { ...(await queries.collectPlaces(tx, predicates, reading)), isEstimate: false };
}

/** The page, if many match; else null, or in the rare case that it could not be filled. */
async function pageOfMany(
  tx: Tx,
  predicates: readonly Predicate[],
  reading: queries.Reading,
  users: number,
): Promise<Found | null> {
  const sample = await queries.sampleUsers(tx, predicates, reading, { users, wanted: SAMPLE, nth: NTH });
  const total = Math.round((sample.hits / Math.max(1, sample.sampled)) * users);
  if (sample.hits < ENOUGH_HITS || total <= MANY) return null;
  const isFull = (places: Place[]) => places.length === reading.limit;
  // Two digits are all that a sample knows.
  const found = { total: Number(total.toPrecision(2)), isEstimate: true };
  const scanned = await queries.scanPlaces(tx, predicates, reading, SCANNED);
  if (isFull(scanned)) return { ...found, places: scanned };
  await queries.tuneForCollecting(tx);
  const collected = sample.nth ? await queries.collectUpTo(tx, predicates, reading, sample.nth) : [];
  return isFull(collected) ? { ...found, places: collected } : null;
}
