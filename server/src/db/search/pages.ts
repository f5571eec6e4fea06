import type { RawBuilder } from 'kysely';
import { fail } from '#contract/errors.ts';
import { EXACT_TOTAL } from '#contract/limits.ts';
import type { Cursor, Keyset, Place } from '../keyset.ts';
import { together } from '../tenant-connections.ts';
import type { Tx } from '../transaction.ts';
import { type Known, keyOf, recall, remember, type Search } from './known.ts';
import type { Predicate } from './predicate.ts';
import { type Drawing, type Reading, type Sample, type SearchQueries, tuning } from './questions.ts';

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
/** A tenant with this share of all rows has most of what the index of fragments finds. */
const MOST = 0.25;

/** Which part of a list is asked for. */
export interface Asked<Sort extends string> {
  sort: Sort;
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

/** What a question asks of a list. Throws `invalid_params` for a cursor of another one. */
export function toAsked<Sort extends string>(
  { parseCursor }: Keyset<Sort>,
  question: { sort: Sort; order: 'ascending' | 'descending'; cursor?: string | undefined; page: number; count: number },
): Asked<Sort> {
  const { sort, order, cursor: text, page, count } = question;
  const descending = order === 'descending';
  const cursor = text === undefined ? null : parseCursor({ sort, descending }, text);
  if (text !== undefined && !cursor) throw fail('invalid_params', { field: 'cursor' });
  return { sort, descending, cursor, page, count };
}

/** Read backwards when going back. One place more than a page: it tells whether the list goes on that way. */
export function readingOf<Sort extends string>({ sort, descending, cursor, page, count }: Asked<Sort>): Reading<Sort> {
  const offset = cursor ? 0 : (page - 1) * count;
  const way = cursor?.back ? !descending : descending;
  return { sort, descending: way, from: cursor?.place, offset, limit: count + 1 };
}

/**
 * What matches. The planner cannot know how often a fragment occurs, so it is not asked: where a sample says that few
 * match, they are collected by the indexes, counted and sorted. Where surely more than `EXACT_TOTAL` do, nobody counts
 * them, and the list is read in its order until the page is full; should they all lie further on, the hits of another
 * sample tell how far on to collect. `search`: whose it is, for what is known of it from before.
 */
export async function pageOfMatching<Sort extends string>(
  tx: Tx,
  list: SearchQueries<Sort>,
  predicates: readonly Predicate[],
  asked: Asked<Sort>,
  search: Search,
): Promise<Found> {
  const reading = readingOf(asked);
  const key = keyOf(list.table, search);
  const known = recall(key) ?? remember(key, { sample: await draw(tx, list, predicates, reading) });
  const many = manyOf(known);
  const places = many && (await pageOfMany(tx, list, predicates, reading, { key, known, ...many }));
  if (places) return { places, total: many.total, isEstimate: true };
  const found = await collect(tx, list, predicates, reading, known.sample);
  remember(key, { ...known, counted: found.total });
  return found;
}

/** A search that surely more match than are counted: about how many, and the share of rows that at least do. */
interface Many {
  total: number;
  share: number;
}

function manyOf({ sample, counted }: Known): Many | null {
  if (counted !== undefined) return counted > EXACT_TOTAL ? { total: counted, share: counted / sample.total } : null;
  if (!isSurelyMore(sample)) return null;
  const { hits, sampled, total } = sample;
  // Two digits are all that a sample knows.
  return { total: Number(((hits / sampled) * total).toPrecision(2)), share: (hits - Math.sqrt(hits)) / sampled };
}

/** A few rows, and more where these say neither that fewer than are counted match nor that surely more do. */
async function draw<Sort extends string>(
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

/** All that match, counted, whatever they are. */
export async function collect<Sort extends string>(
  tx: Tx,
  list: SearchQueries<Sort>,
  predicates: readonly Predicate[],
  reading: Reading<Sort>,
  known?: Pick<Sample, 'total' | 'all'>,
): Promise<Found> {
  const sweeps = known !== undefined && isSweeping(predicates, known);
  const collected = list.collected(predicates, reading, sweeps);
  // Sweeping leaves the planner one index to choose: there is nothing to tell it.
  const [found] = sweeps ? (await collected.execute(tx)).rows : (await together(tx, tuning, collected))[1];
  return { places: found?.places ?? [], total: found?.total ?? 0, isEstimate: false };
}

/** Whether the index of fragments alone is asked, by a tenant that has most of what it finds. */
function isSweeping(predicates: readonly Predicate[], { total, all }: Pick<Sample, 'total' | 'all'>): boolean {
  const asked = predicates.filter(({ indexed }) => indexed);
  return total > MOST * all && asked.length > 0 && asked.every(({ isFragment }) => isFragment);
}

/** The page; null where it lies far on, or in the rare case that it could not be filled. */
async function pageOfMany<Sort extends string>(
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
  const far = isFirst ? known.far?.[order] : undefined;
  // Half as far again as it should be, for matches lie in heaps.
  if (!far && (1.5 * (offset + limit)) / share <= SCANNED) {
    const budget = total >= FREQUENT ? SCANNED_FOR_FREQUENT : SCANNED;
    const { rows } = await list.scanned(predicates, reading, budget).execute(tx);
    if (isFull(rows)) return rows;
  }
  if (offset > 0) return null;
  const last = far ?? (await list.farthest(predicates, reading, firstDrawing).execute(tx)).rows[0];
  if (!last) return null;
  const sweeps = isSweeping(predicates, known.sample);
  const [, found] = await together(tx, tuning, list.collectedUpTo(predicates, reading, last, sweeps));
  if (!isFull(found)) return null;
  if (isFirst && !far) remember(key, { ...known, far: { ...known.far, [order]: last } });
  return found;
}

/** A page of the list without a search, read from its nearer end. */
export async function pageOfAll<Sort extends string>(
  tx: Tx,
  list: SearchQueries<Sort>,
  asked: Asked<Sort>,
): Promise<Found> {
  const reading = readingOf(asked);
  const offset = reading.offset ?? 0;
  if (offset === 0) {
    const [[counted], places] = await together(tx, list.counted, list.places(reading));
    return { places, total: counted?.total ?? 0, isEstimate: false };
  }
  const total = await countAll(tx, list);
  return { places: await readFrom(tx, list, { ...reading, offset }, total), total, isEstimate: false };
}

/** The same in one message with what is shown of it, for a page that `isUsual`. `rowsOf` has the columns of its places. */
export async function pageWithRows<Sort extends string, Row extends Place>(
  tx: Tx,
  list: SearchQueries<Sort>,
  asked: Asked<Sort>,
  rowsOf: (places: RawBuilder<Place>) => RawBuilder<Row>,
): Promise<{ found: Found; rows: Row[] }> {
  const [[counted], rows] = await together(tx, list.counted, rowsOf(list.places(readingOf(asked))));
  return { found: { places: rows, total: counted?.total ?? 0, isEstimate: false }, rows };
}

export async function countAll<Sort extends string>(tx: Tx, list: SearchQueries<Sort>): Promise<number> {
  return (await list.counted.execute(tx)).rows[0]?.total ?? 0;
}

/** Past so many of a list without a search: by counting along the index from its nearer end. */
export async function readFrom<Sort extends string>(
  tx: Tx,
  list: SearchQueries<Sort>,
  reading: Reading<Sort> & { offset: number },
  total: number,
): Promise<Place[]> {
  const { offset, descending } = reading;
  const limit = Math.min(reading.limit, total - offset);
  if (limit <= 0) return [];
  const fromEnd = total - offset - limit;
  if (fromEnd >= offset) return (await list.places(reading).execute(tx)).rows;
  const backwards = { ...reading, descending: !descending, offset: fromEnd, limit };
  return (await list.places(backwards).execute(tx)).rows.reverse();
}

/** A page as it is answered, but for its rows. */
export interface PageFrame {
  totalResults: number;
  totalIsEstimate?: true;
  itemsPerPage: number;
  next?: string;
  previous?: string;
}

/** Those to show, in the order of the list, and what is answered beside them. */
export function toPage<Sort extends string>(
  { formatCursor }: Keyset<Sort>,
  asked: Asked<Sort>,
  { places, total, isEstimate }: Found,
): { uuids: string[]; frame: PageFrame } {
  const { cursor, count, page } = asked;
  const back = cursor?.back === true;
  const goesOn = places.length > count;
  const shown = places.slice(0, count);
  if (back) shown.reverse();
  const [first, last] = [shown[0], shown.at(-1)];
  const to = (way: boolean, place: Place) => formatCursor(asked, { back: way, place });
  const hasPrevious = back ? goesOn : cursor !== null || page > 1;
  const frame = {
    totalResults: total,
    ...(isEstimate && { totalIsEstimate: true as const }),
    itemsPerPage: count,
    ...(last && (back || goesOn) && { next: to(false, last) }),
    ...(first && hasPrevious && { previous: to(true, first) }),
  };
  return { uuids: shown.map(({ uuid }) => uuid), frame };
}
