import { byCursor, byPage, descending, listAddress, oneOf, type SearchOf } from '../../ui/list/address.ts';
import { periodFields, withoutEnds } from '../../ui/list/period.ts';

const groupFields = { sort: oneOf(['groupId']), order: descending, ...byPage };
export type GroupSearch = SearchOf<typeof groupFields>;
export const groupAddress = listAddress(groupFields);

const historyFields = { ...periodFields('days35'), ...byCursor };
export type HistorySearch = SearchOf<typeof historyFields>;
export const historyAddress = listAddress(historyFields, withoutEnds);
