import type { searchGroups } from '#contract/people/groups-search.ts';
import { DEFAULT_PAGE_SIZE, MAX_GROUP_KEYWORD_LENGTH, MAX_GROUP_LEVELS, MAX_NAME_LENGTH } from '#contract/limits.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { containsPattern } from '#contract/wildcard.ts';
import {
  byPage,
  type ChangeOf,
  descending,
  listAddress,
  type ListPlace,
  oneOf,
  type SearchOf,
  text,
  uuid,
} from '../../../ui/list/address.ts';

/** Of a tree that is deeper than trees can be made now, the end: it says which level is shown. */
function trail(value: unknown): string | undefined {
  const parts = String(value ?? '')
    .split('.')
    .slice(-MAX_GROUP_LEVELS);
  return parts.every(uuid) ? parts.join('.') : undefined;
}

const fields = {
  /** All groups in one list; else one level of the tree. */
  view: oneOf(['all']),
  /** The groups gone into from the top, their uuids joined by dots; while searching, where one goes on afterwards. */
  at: trail,
  keyword: text(MAX_GROUP_KEYWORD_LENGTH),
  /** The name of a tag. */
  tag: text(MAX_NAME_LENGTH),
  sort: oneOf(['groupId']),
  order: descending,
  ...byPage,
};

export type GroupSearch = SearchOf<typeof fields>;
export type GroupSearchChange = ChangeOf<GroupSearch> | ListPlace;

/** The list of all groups has no level. */
export const groupAddress = listAddress(fields, (search) =>
  search.view ? (({ at: _, ...all }) => all)(search) : search,
);

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
