import { CURSOR, UUID } from '../address.ts';
import { pageSizeOf } from '../../../ui/list/page-size.ts';

/** What the address of the list holds: which sending is opened, and the page. */
export type SendingSearch = { sendId?: string; cursor?: string; count?: number };

/** Reads an address; nonsense in it is read as if it were not there. */
export function readSendingSearch(search: Record<string, unknown>): SendingSearch {
  const [sendId, cursor] = [String(search.sendId ?? ''), String(search.cursor ?? '')];
  const count = pageSizeOf(search.count);
  return {
    ...(UUID.test(sendId) && { sendId }),
    ...(CURSOR.test(cursor) && { cursor }),
    ...(count && { count }),
  };
}
