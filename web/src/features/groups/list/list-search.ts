import type { searchGroups } from '#contract/people/groups-search.ts';
import { DEFAULT_PAGE_SIZE, MAX_GROUP_KEYWORD_LENGTH, MAX_GROUP_LEVELS, MAX_NAME_LENGTH } from '#contract/limits.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { containsPattern } from '#contract/wildcard.ts';
import { pageSizeOf } from '../../../ui/list/page-size.ts';

const views = ['all'] as const;
const sortColumns = ['groupId'] as const;

/** What the address of the list holds; absent is the default, so that the plain address stays plain. */
export type GroupSearch = {
  /** All groups in one list; else one level of the tree. */
  view?: (typeof views)[number];
  /** The groups gone into from the top, their uuids joined by dots; while searching, where one goes on afterwards. */
  at?: string;
  keyword?: string;
  /** The name of a tag. */
  tag?: string;
  sort?: (typeof sortColumns)[number];
  order?: 'descending';
  count?: number;
  page?: number;
};

/** As a change, a field may be given as undefined: it falls back to its default. */
export type GroupSearchChange = { [Field in keyof GroupSearch]?: GroupSearch[Field] | undefined };

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '');
const oneOf = <T>(value: unknown, values: readonly T[]) => values.find((one) => one === value);

/** Of a tree that is deeper than trees can be made now, the end: it says which level is shown. */
function uuids(value: unknown): string | undefined {
  const parts = text(value).split('.').slice(-MAX_GROUP_LEVELS);
  return parts.every((part) => uuidPattern.test(part)) ? parts.join('.') : undefined;
}

/** Reads the address; what makes no sense is left out. */
export function readGroupSearch(search: Record<string, unknown>): GroupSearch {
  const keyword = text(search.keyword).slice(0, MAX_GROUP_KEYWORD_LENGTH) || undefined;
  const tag = text(search.tag).slice(0, MAX_NAME_LENGTH) || undefined;
  const view = oneOf(search.view, views);
  const page = Number(search.page);
  const read: GroupSearchChange = {
    view,
    at: view ? undefined : uuids(search.at),
    keyword,
    tag,
    sort: oneOf(search.sort, sortColumns),
    order: oneOf(search.order, ['descending'] as const),
    count: pageSizeOf(search.count),
    page: Number.isInteger(page) && page >= 2 && page <= 1_000_000 ? page : undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as GroupSearch;
}

/** The search after something but the page changed: from the first page on. */
export function changedSearch(search: GroupSearch, change: GroupSearchChange): GroupSearch {
  return readGroupSearch({ ...search, page: undefined, ...change });
}

/** The groups gone into, from the top. */
export function trailOf({ at }: GroupSearch): string[] {
  return at ? at.split('.') : [];
}

/** Whether the list shows a level of the tree, not all groups that match. */
export function isTree({ view, keyword, tag }: GroupSearch): boolean {
  return !view && !keyword && !tag;
}

/** What the server is asked: a level of the tree, or the groups that match, whatever the level one came from. */
export function searchBody(search: GroupSearch): SentBodyOf<typeof searchGroups> {
  const { keyword, tag, sort = 'name', order = 'ascending', count = DEFAULT_PAGE_SIZE, page = 1 } = search;
  const paging: Pick<SentBodyOf<typeof searchGroups>, 'sort' | 'order' | 'count' | 'page'> = {
    sort,
    order,
    count,
    page,
  };
  const base = isTree(search) ? trailOf(search).at(-1) : undefined;
  if (base) return { filter: { name: 'childGroups', option: { baseGroupId: base } }, ...paging };
  if (isTree(search)) return { condition: { hasParents: false }, ...paging };
  const pattern = keyword && containsPattern(keyword);
  return {
    condition: { ...(pattern ? { or: { groupId: pattern, name: pattern } } : {}), ...(tag ? { tagName: tag } : {}) },
    ...paging,
  };
}
