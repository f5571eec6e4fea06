import { MAX_SEARCH_MAIL_ADDRESS_LENGTH } from '#contract/limits.ts';
import { type RegistrationMailState, registrationMailStates } from '#contract/joining/send-types.ts';
import { CURSOR, UUID } from '../address.ts';
import { pageSizeOf } from '../../../ui/list/page-size.ts';

/** What the address of the list holds; absent is the default. */
export type MailSearch = {
  keyword?: string;
  state?: RegistrationMailState;
  /** Only those of one sending to many. */
  sendId?: string;
  cursor?: string;
  count?: number;
};

/** Reads an address; nonsense in it is read as if it were not there. */
export function readMailSearch(search: Record<string, unknown>): MailSearch {
  const keyword = String(search.keyword ?? '')
    .trim()
    .slice(0, MAX_SEARCH_MAIL_ADDRESS_LENGTH);
  const state = registrationMailStates.find((one) => one === search.state);
  const count = pageSizeOf(search.count);
  const [sendId, cursor] = [String(search.sendId ?? ''), String(search.cursor ?? '')];
  return {
    ...(keyword && { keyword }),
    ...(state && { state }),
    ...(UUID.test(sendId) && { sendId }),
    ...(CURSOR.test(cursor) && { cursor }),
    ...(count && { count }),
  };
}

/** The search after something of it changed: from the first page on. */
export function changedMailSearch(search: MailSearch, change: Record<string, unknown>): MailSearch {
  return readMailSearch({ ...search, cursor: undefined, ...change });
}
