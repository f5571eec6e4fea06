import { MAX_SEARCH_MAIL_ADDRESS_LENGTH } from '#contract/limits.ts';
import { registrationMailFilters } from '#contract/joining/send-types.ts';
import { listAddress, oneOf, pageSize, type SearchOf, text, uuid, uuidCursor } from '../../../ui/list/address.ts';

const fields = {
  keyword: text(MAX_SEARCH_MAIL_ADDRESS_LENGTH),
  state: oneOf(registrationMailFilters),
  /** Only those of one sending to many. */
  sendId: uuid,
  cursor: uuidCursor,
  count: pageSize,
};

export type MailSearch = SearchOf<typeof fields>;
export const mailAddress = listAddress(fields);
