import { MAX_KEYWORD_LENGTH } from '#contract/limits.ts';
import { byPage, cursor, listAddress, oneOf, type SearchOf, text } from '../../../ui/list/address.ts';

export const groupTabs = ['profile', 'members', 'devices', 'children', 'history'] as const;
export type GroupTab = (typeof groupTabs)[number];
export const memberKinds = ['all', 'direct', 'inherited'] as const;
export type MemberKind = (typeof memberKinds)[number];

/** What the address of a group's page holds: the open tab, and what is looked for in it and where. */
const fields = {
  tab: oneOf(groupTabs.filter((tab) => tab !== 'profile')),
  members: oneOf(memberKinds.filter((kind) => kind !== 'all')),
  keyword: text(MAX_KEYWORD_LENGTH),
  /** The place among the members or in the history. */
  cursor,
  /** The page of the child groups. */
  page: byPage.page,
};

export type GroupPageSearch = SearchOf<typeof fields>;

/** What belongs to another tab is left out. */
export const groupPageAddress = listAddress(fields, ({ tab, members, keyword, cursor: place, page }) => {
  if (tab === 'members' || tab === 'devices') return { tab, members, keyword, cursor: place };
  return { tab, cursor: tab === 'history' ? place : undefined, page: tab === 'children' ? page : undefined };
});
