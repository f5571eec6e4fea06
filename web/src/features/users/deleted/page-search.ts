import { listAddress, matching, pageSize, type SearchOf, text } from '../../../ui/list/address.ts';

export const MOST_TEXT = 320;

const fields = {
  /** A part of a name, id or address. */
  text: text(MOST_TEXT),
  cursor: matching(/^[np]\.\d{1,14}\.[0-9a-f-]{36}$/),
  count: pageSize,
};

export type DeletedSearch = SearchOf<typeof fields>;
export const deletedAddress = listAddress(fields);
