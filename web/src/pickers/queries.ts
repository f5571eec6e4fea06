import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { searchGroups } from '#contract/authentication/groups-search.ts';
import type { getGroup } from '#contract/authentication/groups.ts';
import type { listTags } from '#contract/authentication/tags.ts';
import type { searchUsers } from '#contract/authentication/users-search.ts';
import { ADD_USERS_PAGE_SIZE, GROUP_DIALOG_PAGE_SIZE, MAX_TAGS_PER_TENANT } from '#contract/limits.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { escapeSearchKeyword } from '#contract/rules.ts';
import { containsPattern } from '#contract/wildcard.ts';
import { call } from '../api/call.ts';

/** A page of the users to choose from: on from a cursor, or by its number; the first when neither is given. */
export type UserPage = { cursor?: string; page?: number };

/** Which users to choose from: those who match, without the direct members of a group. */
export type UsersAsked = { keyword: string; notIn?: string | undefined };

function usersCondition({ keyword, notIn }: UsersAsked): SentBodyOf<typeof searchUsers>['condition'] {
  return {
    ...(keyword === '' ? {} : { keyword: escapeSearchKeyword(keyword, 'user') }),
    ...(notIn ? { group: { uuid: notIn, included: false } } : {}),
  };
}

/** Users to choose from, by user id (spec section 9). */
export const pickUsersQuery = (tenantId: string, asked: UsersAsked, place: UserPage) =>
  queryOptions({
    queryKey: ['users', tenantId, 'pick', asked, place],
    queryFn: ({ signal }) =>
      call<typeof searchUsers>({
        method: 'POST',
        path: '/api/auth/tenants/{tenantId}/operations/search/users',
        params: { tenantId },
        body: {
          condition: usersCondition(asked),
          sort: 'userId',
          order: 'ascending',
          count: ADD_USERS_PAGE_SIZE,
          ...place,
        },
        pattern: 'powerUser',
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Which groups to choose from: those at the top, those within one, or those whose id or name holds a keyword. */
export type GroupsAsked = { top: true } | { within: string } | { keyword: string };

function groupsBody(asked: GroupsAsked): Pick<SentBodyOf<typeof searchGroups>, 'condition' | 'filter'> {
  if ('within' in asked) return { filter: { name: 'childGroups', option: { baseGroupId: asked.within } } };
  if ('top' in asked) return { condition: { hasParents: false } };
  const pattern = containsPattern(asked.keyword);
  return { condition: { or: { groupId: pattern, name: pattern } } };
}

/** Groups to choose from, a hundred at a time by name (spec section 7 and 9). */
export const pickGroupsQuery = (tenantId: string, asked: GroupsAsked, page: number) =>
  queryOptions({
    queryKey: ['groups', tenantId, 'pick', asked, page],
    queryFn: ({ signal }) =>
      call<typeof searchGroups>({
        method: 'POST',
        path: '/api/auth/tenants/{tenantId}/operations/search/groups',
        params: { tenantId },
        body: { ...groupsBody(asked), count: GROUP_DIALOG_PAGE_SIZE, page, sort: 'name', order: 'ascending' },
        pattern: 'powerUser',
        signal,
      }),
  });

/** All tags of the tenant: one page holds as many as there can be. */
export const allTagsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['tags', tenantId, 'all'],
    queryFn: async ({ signal }) => {
      const { results } = await call<typeof listTags>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/tags',
        params: { tenantId },
        query: { count: MAX_TAGS_PER_TENANT },
        pattern: 'powerUser',
        signal,
      });
      return results;
    },
  });

/** One group: for its page, and for its name where only its uuid is known. */
export const groupQuery = (tenantId: string, uuid: string) =>
  queryOptions({
    queryKey: ['groups', tenantId, 'one', uuid],
    queryFn: ({ signal }) =>
      call<typeof getGroup>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/groups/{uuid}',
        params: { tenantId, uuid },
        pattern: 'powerUser',
        signal,
      }),
  });
