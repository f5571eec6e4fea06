import { createHash } from 'node:crypto';
import { isUuid } from '../../platform/crypto/uuid.ts';
import { type Given, pageOf, textOf } from './call.ts';
import { bad } from './refusal.ts';

/** Pages by index, or by cursor (RFC 9865): one is the place of the last entry, and good for the list that it is of. */

export interface Page {
  offset: number;
  limit: number;
  /** Of a list in the order of IDs: behind which one. */
  after: string | null;
  isByCursor: boolean;
}

const ASKED = ['filter', 'sortBy', 'sortOrder'] as const;
const CURSOR = /^([A-Za-z0-9_-]{12})\.(.{1,40})$/;

/** What a cursor is of: the same filter and order of the same source. */
const listOf = (given: Given, source: string): string =>
  createHash('sha256')
    .update(JSON.stringify([source, ...ASKED.map((name) => textOf(given, name) ?? null)]))
    .digest('base64url')
    .slice(0, 12);

const isSorted = (given: Given): boolean => Boolean(textOf(given, 'sortBy'));

/** Throws `invalidCursor`. */
export function pageAsked(given: Given, source: string): Page {
  const { offset, limit } = pageOf(given);
  const cursor = textOf(given, 'cursor');
  if (cursor === undefined) return { offset, limit, after: null, isByCursor: false };
  if (textOf(given, 'startIndex') !== undefined)
    throw bad('invalidValue', 'A page is asked for by index or by cursor.');
  const first = { offset: 0, limit, after: null, isByCursor: true };
  if (cursor === '') return first;
  const [, list, place = ''] = CURSOR.exec(cursor) ?? [];
  const isPlace = isSorted(given) ? /^\d{1,9}$/.test(place) : isUuid(place);
  if (list !== listOf(given, source) || !isPlace) throw bad('invalidCursor', 'The cursor is not of this list.');
  return isSorted(given) ? { ...first, offset: Number(place) } : { ...first, after: place };
}

/** What is read of a page: by cursor one more, which tells whether there is a next page. */
export const readOf = ({ limit, isByCursor }: Page): number => (isByCursor && limit > 0 ? limit + 1 : limit);

/** What a list says of its page. `shown`: of the rows that were read, those that are answered. */
export function headOf(
  given: Given,
  source: string,
  page: Page,
  { total, read, shown, last }: { total: number; read: number; shown: number; last: string | undefined },
) {
  const head = { totalResults: total, itemsPerPage: shown };
  if (!page.isByCursor) return { ...head, startIndex: page.offset + 1 };
  const place = isSorted(given) ? String(page.offset + shown) : last;
  return { ...head, ...(read > shown && place && { nextCursor: `${listOf(given, source)}.${place}` }) };
}
