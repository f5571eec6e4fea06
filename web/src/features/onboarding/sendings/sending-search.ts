import { listAddress, pageSize, type SearchOf, uuid, uuidCursor } from '../../../ui/list/address.ts';

const fields = { sendId: uuid, cursor: uuidCursor, count: pageSize };

/** What the address of the list holds: which sending is opened, and the page. */
export type SendingSearch = SearchOf<typeof fields>;
export const sendingAddress = listAddress(fields);
