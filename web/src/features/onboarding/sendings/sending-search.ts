import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { CURSOR, pageSizes, UUID } from '../address.ts';

/** What the address of the list holds: which sending is opened, and the page. */
export type SendingSearch = { sendId?: string; cursor?: string; count?: number };

/** Reads an address; nonsense in it is read as if it were not there. */
export function readSendingSearch(search: Record<string, unknown>): SendingSearch {
  const [sendId, cursor] = [String(search.sendId ?? ''), String(search.cursor ?? '')];
  const count = pageSizes.find((size) => size === Number(search.count) && size !== DEFAULT_PAGE_SIZE);
  return {
    ...(UUID.test(sendId) && { sendId }),
    ...(CURSOR.test(cursor) && { cursor }),
    ...(count && { count }),
  };
}
