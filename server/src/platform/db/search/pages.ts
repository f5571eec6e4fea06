import type { RawBuilder } from 'kysely';
import { fail } from '#contract/errors.ts';
import { ask, together } from '../ask.ts';
import type { Cursor, Keyset, Place } from '../keyset.ts';
import type { Tx } from '../transaction.ts';
import { keyOf, recall, remember, type Search } from './known.ts';
import { allAlong, draw, isSweeping, manyOf, pageOfMany } from './many.ts';
import type { Predicate } from './predicate.ts';
import { asideOf, pageOfListed } from './aside.ts';
import { type Reading, type Sample, type SearchQueries, tuning } from './questions.ts';

/** The requested part of a list. */
export interface Asked<Sort extends string> {
  sort: Sort;
  descending: boolean;
  cursor: Cursor | null;
  page: number;
  count: number;
}

/** Positions of a page, in reading direction, with one more than requested if there is one. */
export interface Found {
  places: Place[];
  total: number;
  isEstimate: boolean;
}

/** Converts a request into a reading of the list. Throws `invalid_params` for a cursor of another query. */
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

/** Reads backwards when going back. One extra position tells whether the list continues in that direction. */
export function readingOf<Sort extends string>({ sort, descending, cursor, page, count }: Asked<Sort>): Reading<Sort> {
  const offset = cursor ? 0 : (page - 1) * count;
  const way = cursor?.back ? !descending : descending;
  return { sort, descending: way, from: cursor?.place, offset, limit: count + 1 };
}

/**
 * A page of the matches. The planner cannot know how frequent a fragment is, so a sample decides: if few rows match,
 * they are collected by the indexes, counted and sorted. If certainly more than `EXACT_TOTAL` match, they are not
 * counted, and the list is read in its order until the page is full; if all lie further on, the hits of another sample
 * tell how far to collect. Matches listed in another table are counted there. `search`: key of what is known from before. `counts`: number of matches.
 */
export async function pageOfMatching<Sort extends string>(
  tx: Tx,
  list: SearchQueries<Sort>,
  predicates: readonly Predicate[],
  asked: Asked<Sort>,
  search: Search,
  counts?: Counts,
): Promise<Found> {
  const reading = readingOf(asked);
  const aside = list.isApart(asked.sort) ? null : asideOf(predicates);
  if (aside) return { ...(await pageOfListed(tx, list, aside, reading)), isEstimate: false };
  const key = keyOf(list.table, search);
  const known = recall(key) ?? remember(key, { sample: await draw(tx, list, predicates, reading) });
  const surely = manyOf(known);
  const count = surely ? counts?.many : list.isApart(asked.sort) ? counts?.along : undefined;
  const exact = (await count?.(tx)) ?? null;
  const many = surely ?? (exact === null ? null : allAlong(list, predicates, reading, exact));
  const read = (way: Reading<Sort>) => many && pageOfMany(tx, list, predicates, way, { key, known, ...many });
  const places = exact === null ? await read(reading) : await nearerEnd(reading, exact, read);
  if (places) return { places, total: exact ?? many?.total ?? 0, isEstimate: exact === null };
  const found = await collect(tx, list, predicates, reading, known.sample);
  remember(key, { ...known, counted: found.total });
  return found;
}

/**
 * Number of matches if known without reading them, else null. Used for a search that certainly matches many, whose
 * total is then not estimated and whose list is read from its nearer end; and for a condition that a separately stored
 * order decides by itself, whose matches need not be collected.
 */
export interface Counts {
  many(tx: Tx): Promise<number | null>;
  along(tx: Tx): Promise<number | null>;
}

/** Reads a page in the second half of a list of `total` backwards from its end. Null if `read` returns none. */
async function nearerEnd<Sort extends string>(
  reading: Reading<Sort>,
  total: number,
  read: (way: Reading<Sort>) => Promise<Place[] | null> | null,
): Promise<Place[] | null> {
  const { offset = 0, descending } = reading;
  const limit = Math.min(reading.limit, total - offset);
  const fromEnd = total - offset - limit;
  if (limit <= 0 || fromEnd >= offset) return read(reading);
  return (await read({ ...reading, descending: !descending, offset: fromEnd, limit }))?.reverse() ?? null;
}

/** Collects and counts all matches. */
export async function collect<Sort extends string>(
  tx: Tx,
  list: SearchQueries<Sort>,
  predicates: readonly Predicate[],
  reading: Reading<Sort>,
  known?: Pick<Sample, 'total' | 'all'>,
): Promise<Found> {
  const sweeps = known !== undefined && isSweeping(predicates, known);
  const collected = list.collected(predicates, reading, sweeps);
  // With sweeping, only one index is left to the planner, so there is nothing to tune.
  const [found] = sweeps ? await ask(tx, collected) : (await together(tx, tuning, collected))[1];
  return { places: found?.places ?? [], total: found?.total ?? 0, isEstimate: false };
}

/** A page of the unfiltered list, read from its nearer end. */
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

/** Like `pageOfAll`, reading the shown rows in the same message, for a page that `isUsual`. */
export async function pageWithRows<Sort extends string, Row extends Place>(
  tx: Tx,
  list: SearchQueries<Sort>,
  asked: Asked<Sort>,
  rowsOf: (places: RawBuilder<Place>) => RawBuilder<Row>,
): Promise<{ found: Found; rows: Row[] }> {
  const [[counted], rows] = await together(tx, list.counted, list.rowsAlong(readingOf(asked), rowsOf));
  return { found: { places: rows, total: counted?.total ?? 0, isEstimate: false }, rows };
}

export async function countAll<Sort extends string>(tx: Tx, list: SearchQueries<Sort>): Promise<number> {
  return (await ask(tx, list.counted))[0]?.total ?? 0;
}

/** Skips to an offset of an unfiltered list by counting along the index from its nearer end. */
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
  if (fromEnd >= offset) return ask(tx, list.places(reading));
  const backwards = { ...reading, descending: !descending, offset: fromEnd, limit };
  return (await ask(tx, list.places(backwards))).reverse();
}

/** A page of an answer without its rows. */
export interface PageFrame {
  totalResults: number;
  totalIsEstimate?: true;
  itemsPerPage: number;
  next?: string;
  previous?: string;
}

/** Puts the rows to show into list order and adds the page's frame. */
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
