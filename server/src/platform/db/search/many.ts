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

/** Tenants with at most this many rows: every search reads all matches. */
const FEW = 5000;
/** Rows sampled to estimate the number of matches; the larger sample only if the smaller is inconclusive. */
const firstDrawing: Drawing = { wanted: 800, few: FEW, most: 16_000 };
const DRAWN = 3000;
/**
 * How many rows a search for a frequent value scans along the list, where the page may fill up long before the end.
 * Collecting all matches would take longer, since there are more than are counted.
 */
const SCANNED = 20_000;
/** With this many matches, scanning much further costs less than a fifth of collecting them. */
const FREQUENT = 400_000;
const SCANNED_FOR_FREQUENT = 80_000;
/**
 * Below this share of matches, a sample first tells whether they lie far into the list: a futile scan takes five times
 * as long.
 */
const SOME = 0.3;
/** A tenant with this share of all rows owns most of what the fragment index finds. */
const MOST = 0.25;

/**
 * A search that certainly matches more rows than are counted: the estimated number, and a lower bound of their share.
 */
export interface Many {
  total: number;
  share: number;
}

/** Null if that is not certain. */
export function manyOf({ sample, counted }: Known): Many | null {
  if (counted !== undefined) return counted > EXACT_TOTAL ? { total: counted, share: counted / sample.total } : null;
  if (!isSurelyMore(sample)) return null;
  const { hits, sampled, total } = sample;
  // A sample justifies no more than two digits.
  return { total: Number(((hits / sampled) * total).toPrecision(2)), share: (hits - Math.sqrt(hits)) / sampled };
}

/**
 * Condition of a separately stored order that already decides the search, if it matches more than a page: scanning
 * along it finds nothing else.
 */
export function allAlong<Sort extends string>(
  list: SearchQueries<Sort>,
  predicates: readonly Predicate[],
  { sort, offset = 0, limit }: Reading<Sort>,
  counted: number,
): Many | null {
  const isAlong = list.isApart(sort) && predicates.every(({ along }) => along);
  return isAlong && counted >= offset + limit ? { total: counted, share: 1 } : null;
}

/** Draws a small sample, and a larger one if the small one is inconclusive. */
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

/** Sample hits expected if exactly `EXACT_TOTAL` rows match. */
const expectedHits = ({ sampled, total }: Sample) => (EXACT_TOTAL * sampled) / Math.max(1, total);

/** Whether more rows match than are counted, by four standard deviations. */
const isSurelyMore = (sample: Sample) => sample.hits - 4 * Math.sqrt(sample.hits) > expectedHits(sample);

/** Whether only the fragment index is used: for a tenant that owns most of what it finds. */
export function isSweeping(predicates: readonly Predicate[], { total, all }: Pick<Sample, 'total' | 'all'>): boolean {
  const asked = predicates.filter(({ indexed }) => indexed);
  return total > MOST * all && asked.length > 0 && asked.every(({ isFragment }) => isFragment);
}

/** The page; null if it lies far into the list or, rarely, could not be filled. */
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
  // With a margin of half, because matches come in clusters.
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

/** Longest walk in rows: a page then takes a second, and collecting hardly more. */
const WALKED = 500_000;

/**
 * Approximate cost per row in microseconds: passed along an order; with its last sign-in looked up; passed along the
 * separately stored order; collected by the fragment index or by another one (each looked up individually); joined to
 * the separately stored order.
 */
const cost = { passed: 1.5, asked: 5, passedApart: 3, collected: 1.3, lookedUp: 5, joined: 9 };

/**
 * Whether walking along the order up to a position is cheaper than collecting all matches: true for a short stretch, or
 * if no fragment index finds the matches.
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
  // The page fills before that position, which is chosen so that this is certain.
  const stretch = ((last.ahead + last.before) / 2 / drawn) * total;
  const isApart = list.isApart(sort);
  const asked = predicates.filter(({ indexed }) => indexed);
  const hit = asked.some(({ isFragment }) => isFragment) ? cost.collected : cost.lookedUp;
  const collecting = asked.length === 0 ? total * cost.collected : matching * (isApart ? cost.joined : hit);
  const passed = predicates.some(({ along }) => along) ? cost.asked : cost.passed;
  return stretch < WALKED && stretch * (isApart ? cost.passedApart : passed) < collecting;
}

/**
 * Whether the first match certainly lies beyond what a search scans (the chance of the opposite is one in a thousand).
 */
function isFarOn({ sampled, hits, ahead }: Farthest, { total }: Sample): boolean {
  const before = ahead / sampled;
  return before * total > SCANNED && (1 - before) ** hits < 0.001;
}
