import { MAX_KEYWORD_LENGTH } from '#contract/limits.ts';

export const groupTabs = ['profile', 'members', 'devices', 'children', 'history'] as const;
export type GroupTab = (typeof groupTabs)[number];
export const memberKinds = ['all', 'direct', 'inherited'] as const;
export type MemberKind = (typeof memberKinds)[number];

/** What the address of a group's page holds: the open tab, and what is looked for in it and where. */
export type GroupPageSearch = {
  tab?: Exclude<GroupTab, 'profile'>;
  members?: Exclude<MemberKind, 'all'>;
  keyword?: string;
  /** The place among the members or in the history. */
  cursor?: string;
  /** The page of the child groups. */
  page?: number;
};

/** Reads the address; what makes no sense, or belongs to another tab, is left out. */
export function readGroupPageSearch(search: Record<string, unknown>): GroupPageSearch {
  const tab = groupTabs.find((one): one is Exclude<GroupTab, 'profile'> => one === search.tab && one !== 'profile');
  const members = memberKinds.find((one): one is Exclude<MemberKind, 'all'> => one === search.members && one !== 'all');
  const keyword = ['string', 'number'].includes(typeof search.keyword)
    ? String(search.keyword).trim().slice(0, MAX_KEYWORD_LENGTH)
    : '';
  const cursor = String(search.cursor ?? '');
  const page = Number(search.page);
  const isOfMembers = tab === 'members' || tab === 'devices';
  return {
    ...(tab ? { tab } : {}),
    ...(isOfMembers && members ? { members } : {}),
    ...(isOfMembers && keyword ? { keyword } : {}),
    ...(tab !== 'children' && tab && /^[A-Za-z0-9._-]{1,1024}$/.test(cursor) ? { cursor } : {}),
    ...(tab === 'children' && Number.isInteger(page) && page >= 2 && page <= 1_000_000 ? { page } : {}),
  };
}
