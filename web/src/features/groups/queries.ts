import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { searchGroupDevices, searchGroupGroups, searchGroupUsers } from '#contract/people/groups-members.ts';
import type { searchGroups } from '#contract/people/groups-search.ts';
import type { listTags } from '#contract/people/tags.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import type { SentBodyOf, SentQueryOf } from '#contract/route.ts';
import { escapeSearchKeyword } from '#contract/rules.ts';
import { call } from '../../api/call.ts';
import { whenKnown } from '../../base/session-queries.ts';
import { groupQuery } from '../../pickers/queries.ts';
import { type GroupSearch, searchBody } from './list/list-search.ts';

const pattern = 'powerUser';

/** Everything below these keys is out of date once a group or a tag was changed. */
export const groupsKey = ['groups'] as const;
export const tagsKey = ['tags'] as const;

const search = (tenantId: string, body: SentBodyOf<typeof searchGroups>, signal: AbortSignal) =>
  call<typeof searchGroups>({
    method: 'POST',
    path: '/api/auth/tenants/{tenantId}/operations/search/groups',
    params: { tenantId },
    body,
    pattern,
    signal,
  });

export const groupListQuery = (tenantId: string, asked: GroupSearch) =>
  queryOptions({
    queryKey: [...groupsKey, tenantId, 'list', asked],
    queryFn: ({ signal }) => search(tenantId, searchBody(asked), signal),
    placeholderData: keepPreviousData,
  });

/** Whether a group id is in use: a pattern without wildcards matches the whole id, whatever its case. */
export const takenQuery = (tenantId: string, groupId: string) =>
  queryOptions({
    queryKey: [...groupsKey, tenantId, 'taken', groupId.toLowerCase()],
    queryFn: async ({ signal }) => {
      const condition = { or: { groupId: escapeSearchKeyword(groupId) } };
      return (await search(tenantId, { condition, count: 1 }, signal)).totalResults > 0;
    },
    staleTime: 10_000,
    retry: false,
  });

export type MembersAsked = Pick<SentBodyOf<typeof searchGroupUsers>, 'members' | 'keyword' | 'cursor' | 'count'>;

export const membersQuery = (tenantId: string, uuid: string, asked: MembersAsked) =>
  queryOptions({
    queryKey: [...groupsKey, tenantId, 'members', uuid, asked],
    queryFn: ({ signal }) =>
      call<typeof searchGroupUsers>({
        method: 'POST',
        path: '/api/auth/tenants/{tenantId}/groups/{uuid}/operations/search/users',
        params: { tenantId, uuid },
        body: asked,
        pattern,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const groupDevicesQuery = (tenantId: string, uuid: string, asked: MembersAsked) =>
  queryOptions({
    queryKey: [...groupsKey, tenantId, 'devices', uuid, asked],
    queryFn: ({ signal }) =>
      call<typeof searchGroupDevices>({
        method: 'POST',
        path: '/api/auth/tenants/{tenantId}/groups/{uuid}/operations/search/devices',
        params: { tenantId, uuid },
        body: asked,
        pattern,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const childrenQuery = (tenantId: string, uuid: string, page: number, count = DEFAULT_PAGE_SIZE) =>
  queryOptions({
    queryKey: [...groupsKey, tenantId, 'children', uuid, page, count],
    queryFn: ({ signal }) =>
      call<typeof searchGroupGroups>({
        method: 'POST',
        path: '/api/auth/tenants/{tenantId}/groups/{uuid}/operations/search/groups',
        params: { tenantId, uuid },
        body: { relation: 'children', page, count },
        pattern,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const tagListQuery = (tenantId: string, query: SentQueryOf<typeof listTags>) =>
  queryOptions({
    queryKey: [...tagsKey, tenantId, 'list', query],
    queryFn: ({ signal }) =>
      call<typeof listTags>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/tags',
        params: { tenantId },
        query,
        pattern,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export function startGroupList(queryClient: QueryClient, asked: GroupSearch): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(groupListQuery(tenantId, asked)));
}

export function startGroupPage(queryClient: QueryClient, uuid: string): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(groupQuery(tenantId, uuid)));
}

export function startTagList(queryClient: QueryClient, query: SentQueryOf<typeof listTags>): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(tagListQuery(tenantId, query)));
}
