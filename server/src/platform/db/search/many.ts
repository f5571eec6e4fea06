import { EXACT_TOTAL } from '#contract/limits.ts';
import { together } from '../ask.ts';
import type { Place } from '../keyset.ts';
import type { Tx } from '../transaction.ts';
import { type Known, remember } from './known.ts';
import type { Predicate } from './predicate.ts';
import {
  type Drawing,
  type Farthest,
  type Reading,
  type Sample,
  type SearchQueries,
  tuning,
  walking,
} from './questions.ts';

/** Up to so many rows in the tenant, every search looks at all that match. */
const FEW = 5000;
/** Rows drawn to estimate how many match; the more only where the fewer leave it open. */
const firstDrawing: Drawing = { wanted: 800, few: FEW, most: 16_000 };
const DRAWN = 3000;
/**
 * How far a search for something frequent looks along the list, which ends where the page is full: others may stand
 * before the first match. Collecting those that match takes longer, they are more than are counted.
 */
const SCANNED = 20_000;
/** Where so many match, looking along much further costs less than a fifth of what collecting them does. */
const FREQUENT = 400_000;
const SCANNED_FOR_FREQUENT = 80_000;
/** Where a smaller share matches, a sample says first whether they lie far on: looking along in vain takes five times as long. */
const SOME = 0.3;
/** A tenant with this share of all rows has most of what the index of fragments finds. */
const MOST = 0.25;

/** A search that surely more match than are counted: about how many, and the share of rows that at least do. */
export interface Many {
  total: number;
  share: number;
}

/** Null where it is not sure. */
export function manyOf({ sample, counted }: Known): Many | null {
  if (counted !== undefined) return counted > EXACT_TOTAL ? { total: counted, share: counted / sample.total } : null;
  if (!isSurelyMore(sample)) return null;
  const { hits, sampled, total } = sample;
  // Two digits are all that a sample knows.
  return { total: Number(((hits / sampled) * total).toPrecision(2)), share: (hits - Math.sqrt(hits)) / sampled };
}

/** Those that match by what an order apart has itself, if they are more than a page: going along it finds no others. */
export function allAlong<Sort extends string>(
  list: SearchQueries<Sort>,
  predicates: readonly Predicate[],
  { sort, offset = 0, limit }: Reading<Sort>,
  counted: number,
): Many | null {
  const isAlong = list.isApart(sort) && predicates.every(({ along }) => along);
  return isAlong && counted >= offset + limit ? { total: counted, share: 1 } : null;
}

/** A few rows, and more where these say neither that fewer than are counted match nor that surely more do. */
export async function draw<Sort extends string>(
  tx: Tx,
  list: SearchQueries<Sort>,
  predicates: readonly Predicate[],
  reading: Reading<Sort>,
): Promise<Sample> {
  const drawn = async (drawing: Drawing) =>
    (await list.sample(predicates, reading, drawing).execute(tx)).rows[0] as Sample;
  const few = await drawn(firstDrawing);
  return few.hits <= expectedHits(few) || isSurelyMore(few) ? few : drawn({ ...firstDrawing, wanted: DRAWN });
}

/** The hits of as many matches as are counted. */
const expectedHits = ({ sampled, total }: Sample) => (EXACT_TOTAL * sampled) / Math.max(1, total);

/** Whether more match than are counted, by four standard deviations. */
const isSurelyMore = (sample: Sample) => sample.hits - 4 * Math.sqrt(sample.hits) > expectedHits(sample);

/** Whether the index of fragments alone is asked, by a tenant that has most of what it finds. */
export function isSweeping(predicates: readonly Predicate[], { total, all }: Pick<Sample, 'total' | 'all'>): boolean {
  const asked = predicates.filter(({ indexed }) => indexed);
  return total > MOST * all && asked.length > 0 && asked.every(({ isFragment }) => isFragment);
}

/** The page; null where it lies far on, or in the rare case that it could not be filled. */
export async function pageOfMany<Sort extends string>(
  tx: Tx,
  list: SearchQueries<Sort>,
  predicates: readonly Predicate[],
  reading: Reading<Sort>,
  { key, known, total, share }: Many & { key: string; known: Known },
): Promise<Place[] | null> {
  const { sort, descending, from, offset = 0, limit } = reading;
  const order = `${sort} ${descending}`;
  const isFirst = offset === 0 && !from;
  const isFull = (places: readonly Place[]) => places.length === limit;
  const remembered = isFirst ? known.far?.[order] : null;
  const keep = (far: Farthest | null) => isFirst && remember(key, { ...known, far: { ...known.far, [order]: far } });
  const drawFarthest = async () => (await list.farthest(predicates, reading, firstDrawing).execute(tx)).rows[0];
  // Half as far again as it should be, for matches lie in heaps.
  const isNear = !remembered && (1.5 * (offset + limit)) / share <= SCANNED;
  const drawn = isNear && remembered === undefined && share < SOME ? await drawFarthest() : undefined;
  if (isNear && !(drawn && isFarOn(drawn, known.sample))) {
    const budget = total >= FREQUENT ? SCANNED_FOR_FREQUENT : SCANNED;
    const { rows } = await list.scanned(predicates, reading, budget).execute(tx);
    if (isFull(rows)) {
      if (drawn) keep(null);
      return rows;
    }
  }
  if (offset > 0) return null;
  const last = remembered ?? drawn ?? (await drawFarthest());
  if (!last) return null;
  if (isWalk(list, predicates, reading.sort, last, known.sample, total)) {
    const [, found] = await together(tx, walking, list.scanned(predicates, reading, WALKED, last));
    if (isFull(found)) {
      if (!remembered) keep(last);
      return found;
    }
  }
  const sweeps = isSweeping(predicates, known.sample);
  const [, found] = await together(tx, tuning, list.collectedUpTo(predicates, reading, last, sweeps));
  if (!isFull(found)) return null;
  if (!remembered) keep(last);
  return found;
}

/** No walk is longer: a page takes a second then, and collecting hardly more. */
const WALKED = 500_000;

/**
 * About how many microseconds a row takes: passed along an order, where its last sign-in is asked, along the order apart;
 * collected by the index of fragments, or by another one (each looked up by itself), and joined to the order apart.
 */
const cost = { passed: 1.5, asked: 5, passedApart: 3, collected: 1.3, lookedUp: 5, joined: 9 };

/**
 * Whether going along the order up to a place takes less than collecting all that match: it does where the stretch is
 * short, or where what matches is found by no index of fragments.
 */
function isWalk<Sort extends string>(
  list: SearchQueries<Sort>,
  predicates: readonly Predicate[],
  sort: Sort,
  last: Farthest,
  { total, all }: Sample,
  matching: number,
): boolean {
  const drawn = Math.max(last.sampled, Math.min(firstDrawing.wanted, (firstDrawing.most * total) / Math.max(1, all)));
  // The page is full before the place is reached, which is chosen so that it surely is.
  const stretch = ((last.ahead + last.before) / 2 / drawn) * total;
  const isApart = list.isApart(sort);
  const asked = predicates.filter(({ indexed }) => indexed);
  const hit = asked.some(({ isFragment }) => isFragment) ? cost.collected : cost.lookedUp;
  const collecting = asked.length === 0 ? total * cost.collected : matching * (isApart ? cost.joined : hit);
  const passed = predicates.some(({ along }) => along) ? cost.asked : cost.passed;
  return stretch < WALKED && stretch * (isApart ? cost.passedApart : passed) < collecting;
}

/** Whether the first match surely lies further on than a search looks along the list: it were one in a thousand otherwise. */
function isFarOn({ sampled, hits, ahead }: Farthest, { total }: Sample): boolean {
  const before = ahead / sampled;
  return before * total > SCANNED && (1 - before) ** hits < 0.001;
}
