import type { UserSortColumn } from '#contract/authentication/users-search.ts';
import { isKeyOf, type Place } from './order.ts';

/** A place in a list and which way to go on from it. */
export interface Cursor {
  back: boolean;
  place: Place;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a cursor is for: it is worth nothing for another order of the list. */
type Order = { sort: UserSortColumn; descending: boolean };

export function formatCursor({ sort, descending }: Order, { back, place }: Cursor): string {
  const parts = [sort, descending ? 'd' : 'a', back ? 'p' : 'n', place.uuid, place.key];
  return Buffer.from(parts.join('\n')).toString('base64url');
}

/** Reads a cursor that an answer to the same question gave; null for anything else. */
export function parseCursor({ sort, descending }: Order, text: string): Cursor | null {
  const parts = Buffer.from(text, 'base64url').toString('utf8').split('\n');
  const [column, order, way, uuid = '', ...key] = parts;
  const place = { uuid, key: key.join('\n') };
  const fits = column === sort && order === (descending ? 'd' : 'a') && (way === 'n' || way === 'p');
  if (!fits || parts.length < 5 || !UUID.test(uuid) || !isKeyOf(sort, place.key)) return null;
  return { back: way === 'p', place };
}
