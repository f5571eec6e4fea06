import { fail } from '#contract/errors.ts';
import { type Cursor, formatCursor, parseCursor } from './cursor.ts';
import type { Place } from './place.ts';

/** Reads the cursor of a call. Throws `invalid_params` if it is invalid. */
export function readCursor(text: string | undefined): Cursor | null {
  const cursor = text === undefined ? null : parseCursor(text);
  if (text !== undefined && !cursor) throw fail('invalid_params', { field: 'cursor' });
  return cursor;
}

/** Where a cursor continues, in the form that queries take. */
export function placeOf(cursor: Cursor | null): { after?: Place; before?: Place } {
  if (!cursor) return {};
  return cursor.direction === 'next' ? { after: cursor.place } : { before: cursor.place };
}

/**
 * A page of a log, newest first. One row more than a page was read: it tells whether there is a next page. `cut`: the
 * search stopped here, and older rows were not searched.
 */
export function toPage<Row extends Place, Entry>(
  rows: readonly Row[],
  { cursor, count, cut = null }: { cursor: Cursor | null; count: number; cut?: Place | null },
  toEntry: (row: Row) => Entry,
) {
  const back = cursor?.direction === 'previous';
  const goesOn = rows.length > count;
  const shown = back ? rows.slice(-count) : rows.slice(0, count);
  const [first, last] = [shown[0], shown.at(-1)];
  const older = back ? (last ?? cursor.place) : goesOn ? last : cut;
  const newer = back ? (goesOn ? first : cut) : cursor === null ? null : (first ?? cursor.place);
  return {
    results: shown.map(toEntry),
    ...(older && { next: formatCursor('next', older) }),
    ...(newer && { previous: formatCursor('previous', newer) }),
    ...(cut && !goesOn && { searchedTo: cut.at.toISOString() }),
  };
}
