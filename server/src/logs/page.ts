import { fail } from '#contract/errors.ts';
import { type Cursor, formatCursor, parseCursor } from './cursor.ts';
import type { Place } from './place.ts';

/** The cursor of a call, read. Throws `invalid_params` for what is none. */
export function readCursor(text: string | undefined): Cursor | null {
  const cursor = text === undefined ? null : parseCursor(text);
  if (text !== undefined && !cursor) throw fail('invalid_params', { field: 'cursor' });
  return cursor;
}

/** Where a list goes on from by a cursor, as queries take it. */
export function placeOf(cursor: Cursor | null): { after?: Place; before?: Place } {
  if (!cursor) return {};
  return cursor.direction === 'next' ? { after: cursor.place } : { before: cursor.place };
}

/**
 * A page of a log, newest first. One row more than a page was read: it tells whether the list goes on that way. `cut`:
 * so far was looked that way, and no further.
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
