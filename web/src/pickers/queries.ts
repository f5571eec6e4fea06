import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { searchGroups } from '#contract/people/groups-search.ts';
import type { getGroup } from '#contract/people/groups.ts';
import type { listTags } from '#contract/people/tags.ts';
import type { searchUsers } from '#contract/people/users-search.ts';
import type { ListedUser } from '#contract/people/users-fields.ts';
import type { searchDevices } from '#contract/devices/devices.ts';
import type { Device } from '#contract/devices/fields.ts';
import { ADD_USERS_PAGE_SIZE, GROUP_DIALOG_PAGE_SIZE, MAX_TAGS_PER_TENANT } from '#contract/limits.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { escapeSearchKeyword } from '#contract/rules.ts';
import { containsPattern } from '#contract/wildcard.ts';
import { call } from '../api/call.ts';

/** A page of what to choose from: on from a cursor, or by its number; the first when neither is given. */
export type PickPlace = { cursor?: string; page?: number };

export type PickPage<Row> = {
  results: Row[];
  totalResults: number;
  totalIsEstimate?: boolean | undefined;
  next?: string | undefined;
  previous?: string | undefined;
};

/** What to choose from: those that match, without the direct members of a group. */
export type PickAsked = { keyword: string; notIn?: string | undefined };

const notInGroup = ({ notIn }: PickAsked) => (notIn ? { group: { uuid: notIn, included: false } } : {});

function usersCondition(asked: PickAsked): SentBodyOf<typeof searchUsers>['condition'] {
  const { keyword } = asked;
  return { ...(keyword === '' ? {} : { keyword: escapeSearchKeyword(keyword, 'user') }), ...notInGroup(asked) };
}

/** Users to choose from, by user id (spec section 9). */
export const pickUsersQuery = (tenantId: string, asked: PickAsked, place: PickPlace) =>
  queryOptions<PickPage<ListedUser>>({
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

/** Devices to choose from, by device id. */
export const pickDevicesQuery = (tenantId: string, asked: PickAsked, place: PickPlace) =>
  queryOptions<PickPage<Device>>({
    queryKey: ['devices', tenantId, 'pick', asked, place],
    queryFn: ({ signal }) =>
      call<typeof searchDevices>({
        method: 'POST',
        path: '/api/device/tenants/{tenantId}/operations/search/devices',
        params: { tenantId },
        body: {
          condition: { ...(asked.keyword === '' ? {} : { keyword: asked.keyword }), ...notInGroup(asked) },
          sort: 'deviceId',
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

/**
 * Groups to choose from, a hundred at a time by name (spec section 7 and 9).
 * @param forGroup the group to be put into one of them: the answer says which are in it
 */
export const pickGroupsQuery = (tenantId: string, asked: GroupsAsked, page: number, forGroup?: string) =>
  queryOptions({
    queryKey: ['groups', tenantId, 'pick', asked, page, ...(forGroup ? [forGroup] : [])],
    queryFn: ({ signal }) =>
      call<typeof searchGroups>({
        method: 'POST',
        path: '/api/auth/tenants/{tenantId}/operations/search/groups',
        params: { tenantId },
        body: {
          ...groupsBody(asked),
          ...(forGroup ? { forGroup } : {}),
          count: GROUP_DIALOG_PAGE_SIZE,
          page,
          sort: 'name',
          order: 'ascending',
        },
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
