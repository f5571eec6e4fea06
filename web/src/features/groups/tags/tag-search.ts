import type { listTags } from '#contract/people/tags.ts';
import { DEFAULT_PAGE_SIZE, MAX_GROUP_KEYWORD_LENGTH } from '#contract/limits.ts';
import type { SentQueryOf } from '#contract/route.ts';
import { byPage, descending, listAddress, oneOf, type SearchOf, text } from '../../../ui/list/address.ts';

const fields = { keyword: text(MAX_GROUP_KEYWORD_LENGTH), sort: oneOf(['groupCount']), order: descending, ...byPage };

export type TagSearch = SearchOf<typeof fields>;
export const tagAddress = listAddress(fields);

/** What the server is asked. */
export function tagQuery(search: TagSearch): SentQueryOf<typeof listTags> {
  return { keyword: '', sort: 'name', order: 'ascending', count: DEFAULT_PAGE_SIZE, page: 1, ...search };
}
