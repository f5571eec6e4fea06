import type { DeviceCondition, searchDevices } from '#contract/device-management/devices.ts';
import { fail } from '#contract/errors.ts';
import type { AnswerOf, BodyOf } from '#contract/route.ts';
import type { Predicate } from '../../../authentication/users/search/condition.ts';
import type { Place } from '../../../db/keyset.ts';
import type { Tx } from '../../../db/transaction.ts';
import { devicesOf } from '../rows.ts';
import { readPredicates } from './condition.ts';
import { formatCursor, parseCursor } from './order.ts';
import * as queries from './queries.ts';

/** Up to so many matches are collected and sorted; where there are more, going along the order finds a page sooner. */
const FEW = 2000;

export type DeviceQuestion = BodyOf<typeof searchDevices>;

/** A page of the devices that match. Throws `invalid_params` for a cursor of another list, a group that is not there. */
export async function searchForDevices(
  tx: Tx,
  { condition, sort, order, count, page, cursor: text }: DeviceQuestion,
  now: Date,
): Promise<AnswerOf<typeof searchDevices>> {
  const list = { sort, descending: order === 'descending' };
  const cursor = text === undefined ? null : parseCursor(list, text);
  if (text !== undefined && !cursor) throw fail('invalid_params', { field: 'cursor' });
  const predicates = await readPredicates(tx, condition, now);
  const total = predicates.length === 0 ? await queries.countAll(tx) : await queries.countMatching(tx, predicates);
  const back = cursor?.back === true;
  // One place more than a page is read: it tells whether the list goes on that way.
  const places = await readPlaces(tx, predicates, total, {
    sort,
    descending: list.descending !== back,
    from: cursor?.place,
    offset: cursor ? 0 : (page - 1) * count,
    limit: count + 1,
  });
  const goesOn = places.length > count;
  const shown = places.slice(0, count);
  if (back) shown.reverse();
  const [first, last] = [shown[0], shown.at(-1)];
  const to = (way: boolean, place: Place) => formatCursor(list, { back: way, place });
  const hasPrevious = back ? goesOn : cursor !== null || page > 1;
  return {
    results: await devicesOf(
      tx,
      shown.map(({ uuid }) => uuid),
    ),
    totalResults: total,
    itemsPerPage: count,
    ...(last && (back || goesOn) && { next: to(false, last) }),
    ...(first && hasPrevious && { previous: to(true, first) }),
  };
}

async function readPlaces(
  tx: Tx,
  predicates: readonly Predicate[],
  total: number,
  reading: queries.Reading,
): Promise<Place[]> {
  if (predicates.length > 0 && total <= FEW) return queries.collect(tx, predicates, reading);
  const { descending, offset, limit } = reading;
  const kept = Math.min(limit, total - offset);
  if (kept <= 0) return [];
  const fromEnd = total - offset - kept;
  if (reading.from || fromEnd >= offset) return queries.readAlong(tx, predicates, reading);
  // Nearer to the end, from there.
  const backwards = { ...reading, descending: !descending, offset: fromEnd, limit: kept };
  return (await queries.readAlong(tx, predicates, backwards)).reverse();
}

/** The uuids of those that meet a condition, for acts on all that match; at most `limit`. */
export async function findMatching(tx: Tx, condition: DeviceCondition, now: Date, limit: number): Promise<string[]> {
  return queries.findMatching(tx, await readPredicates(tx, condition, now), limit);
}
