import type { RawBuilder } from 'kysely';
import { fail } from '#contract/errors.ts';
import { ask, together } from '../ask.ts';
import type { Cursor, Keyset, Place } from '../keyset.ts';
import type { Tx } from '../transaction.ts';
import { keyOf, recall, remember, type Search } from './known.ts';
import { allAlong, draw, isSweeping, manyOf, pageOfMany } from './many.ts';
import type { Predicate } from './predicate.ts';
import { type Reading, type Sample, type SearchQueries, tuning } from './questions.ts';

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
 * sample tell how far on to collect. `search`: whose it is, for what is known of it from before. `counts`: how many match.
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
 * How many match, where that is known without looking at them (else null): of a search that surely many match, whose total
 * is not estimated, then, and whose list is read from its nearer end; and of those that an order apart has by itself, which
 * need not be collected, then.
 */
export interface Counts {
  many(tx: Tx): Promise<number | null>;
  along(tx: Tx): Promise<number | null>;
}

/** Reads a page far on in a list of `total` backwards from its end. Null where `read` gives none. */
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
  const [found] = sweeps ? await ask(tx, collected) : (await together(tx, tuning, collected))[1];
  return { places: found?.places ?? [], total: found?.total ?? 0, isEstimate: false };
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

/** The same in one message with what is shown of it, for a page that `isUsual`. */
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
  if (fromEnd >= offset) return ask(tx, list.places(reading));
  const backwards = { ...reading, descending: !descending, offset: fromEnd, limit };
  return (await ask(tx, list.places(backwards))).reverse();
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
