import type { listTags } from '#contract/people/tags.ts';
import { DEFAULT_PAGE_SIZE, MAX_GROUP_KEYWORD_LENGTH } from '#contract/limits.ts';
import type { SentQueryOf } from '#contract/route.ts';
import { pageSizeOf } from '../../../ui/list/page-size.ts';

/** What the address of the list holds; absent is the default, so that the plain address stays plain. */
export type TagSearch = {
  keyword?: string;
  sort?: 'groupCount';
  order?: 'descending';
  count?: number;
  page?: number;
};

/** As a change, a field may be given as undefined: it falls back to its default. */
export type TagSearchChange = { [Field in keyof TagSearch]?: TagSearch[Field] | undefined };

/** Reads the address; what makes no sense is left out. */
export function readTagSearch(search: Record<string, unknown>): TagSearch {
  const keyword = ['string', 'number'].includes(typeof search.keyword) ? String(search.keyword).trim() : '';
  const page = Number(search.page);
  const read: TagSearchChange = {
    keyword: keyword.slice(0, MAX_GROUP_KEYWORD_LENGTH) || undefined,
    sort: search.sort === 'groupCount' ? 'groupCount' : undefined,
    order: search.order === 'descending' ? 'descending' : undefined,
    count: pageSizeOf(search.count),
    page: Number.isInteger(page) && page >= 2 && page <= 1_000_000 ? page : undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as TagSearch;
}

/** The search after something but the page changed: from the first page on. */
export function changedTagSearch(search: TagSearch, change: TagSearchChange): TagSearch {
  return readTagSearch({ ...search, page: undefined, ...change });
}

/** What the server is asked. */
export function tagQuery({ keyword = '', sort, order, count, page }: TagSearch): SentQueryOf<typeof listTags> {
  return {
    keyword,
    sort: sort ?? 'name',
    order: order ?? 'ascending',
    count: count ?? DEFAULT_PAGE_SIZE,
    page: page ?? 1,
  };
}
