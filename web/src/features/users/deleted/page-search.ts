import { pageSizeOf } from '../../../ui/list/page-size.ts';

/** What the address of the page holds: a part of a name, id or address, and the place in the list. */
export type DeletedSearch = { text?: string; cursor?: string; count?: number };

export const MOST_TEXT = 320;

export function readDeletedSearch(search: Record<string, unknown>): DeletedSearch {
  const text = (typeof search.text === 'string' || typeof search.text === 'number' ? String(search.text) : '').trim();
  const cursor = String(search.cursor ?? '');
  const count = pageSizeOf(search.count);
  return {
    ...(text ? { text: text.slice(0, MOST_TEXT) } : {}),
    ...(count ? { count } : {}),
    ...(/^[np]\.\d{1,14}\.[0-9a-f-]{36}$/.test(cursor) ? { cursor } : {}),
  };
}
