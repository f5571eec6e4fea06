import { together } from '../ask.ts';
import type { Place } from '../keyset.ts';
import type { Tx } from '../transaction.ts';
import type { Asides } from './listed.ts';
import { FEW_LISTED, type Predicate } from './predicate.ts';
import { listing, type Reading, type SearchQueries } from './questions.ts';

/**
 * What lies aside of a search that other tables decide alone, the shortest list first; null if anything asks for the rows
 * themselves, or if no list is short.
 */
export function asideOf(predicates: readonly Predicate[]): Asides | null {
  const all = predicates.map(({ aside }) => aside);
  if (!all.every((aside) => aside !== undefined)) return null;
  const [first, ...others] = all.toSorted(
    (one, other) => Number(one.isNot ?? false) - Number(other.isNot ?? false) || one.size - other.size,
  );
  return first && !first.isNot && first.size <= FEW_LISTED ? [first, ...others] : null;
}

/** A page of the rows that are listed elsewhere, and how many there are. */
export async function pageOfListed<Sort extends string>(
  tx: Tx,
  list: SearchQueries<Sort>,
  aside: Asides,
  reading: Reading<Sort>,
): Promise<{ places: Place[]; total: number }> {
  const read = async (mayWalk: boolean) => {
    const [, [found]] = await together(tx, listing, list.listed(aside, reading, mayWalk));
    return { total: 0, walked: false, ...found, places: found?.places ?? [] };
  };
  const { offset = 0, limit } = reading;
  const found = await read(true);
  // Those on the way were fewer than on average; or the list has ended, as it does behind a position.
  const isShort = found.walked && found.places.length < Math.min(limit, found.total - offset);
  return isShort ? read(false) : found;
}
