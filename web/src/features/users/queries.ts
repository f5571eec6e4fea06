import { administratorRole } from '#contract/roles.ts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { listUserConnectedApps } from '#contract/apps/connected-apps.ts';
import type { getMyPasswordPolicy } from '#contract/site/my-tenant.ts';
import type { getUserDeviceLogin } from '#contract/people/users-device-login.ts';
import type { User } from '#contract/people/users-fields.ts';
import type { listUsers, searchUsers } from '#contract/people/users-search.ts';
import type { getUser } from '#contract/people/users.ts';
import { isAgentId } from '#contract/rules.ts';
import type { getUserSignIn } from '#contract/sign-in/user-sign-in.ts';
import { call } from '../../api/call.ts';
import { tenantSettingsQuery } from '../../base/tenant-settings.ts';
import { whenKnown } from '../../base/session-queries.ts';
import { searchBody, type UserSearch } from './list/list-search.ts';

const pattern = 'powerUser';

/** Everything below this key is out of date once a user was changed. */
export const usersKey = ['users'] as const;

export const userListQuery = (tenantId: string, search: UserSearch) =>
  queryOptions({
    queryKey: [...usersKey, tenantId, 'list', search],
    queryFn: ({ signal }) =>
      call<typeof searchUsers>({
        method: 'POST',
        path: '/api/auth/tenants/{tenantId}/operations/search/users',
        params: { tenantId },
        body: searchBody(search),
        pattern,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Kept as calls that change a user answer it: without the permitted services, which pages read with their reasons. */
export const userQuery = (tenantId: string, userId: string) =>
  queryOptions({
    queryKey: [...usersKey, tenantId, 'one', userId.toLowerCase()],
    queryFn: ({ signal }): Promise<User> =>
      call<typeof getUser>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/users/{userId}',
        params: { tenantId, userId },
        pattern,
        signal,
      }),
  });

/** Whether a user can sign in, and what is in the way. */
export const userSignInQuery = (tenantId: string, userId: string) =>
  queryOptions({
    queryKey: [...usersKey, tenantId, 'signIn', userId.toLowerCase()],
    queryFn: ({ signal }) =>
      call<typeof getUserSignIn>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/users/{userId}/signIn',
        params: { tenantId, userId },
        pattern,
        signal,
      }),
  });

/** Whether somebody has a user id or mail address; the check for duplicates reads the total. */
export const takenQuery = (tenantId: string, field: 'userId' | 'mailAddresses', value: string) =>
  queryOptions({
    queryKey: [...usersKey, tenantId, 'taken', field, value.toLowerCase()],
    queryFn: async ({ signal }) => {
      const { results } = await call<typeof listUsers>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/users',
        params: { tenantId },
        query: { [field]: value, count: 2 },
        pattern,
        signal,
      });
      return results.map(({ uuid }) => uuid);
    },
    staleTime: 10_000,
    retry: false,
  });

/** The active administrators of the tenant, a hundred at most. Agents never sign in at the portal, so they are none. */
export const administratorsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...usersKey, tenantId, 'administrators'],
    queryFn: async ({ signal }) => {
      const { results } = await call<typeof searchUsers>({
        method: 'POST',
        path: '/api/auth/tenants/{tenantId}/operations/search/users',
        params: { tenantId },
        body: { condition: { role: administratorRole, status: ['active'] }, count: 100 },
        pattern,
        signal,
      });
      return results.filter(({ userId }) => !isAgentId(userId));
    },
  });

/** The apps that a user has let in. */
export const connectedAppsQuery = (tenantId: string, userId: string) =>
  queryOptions({
    queryKey: [...usersKey, tenantId, 'connectedApps', userId.toLowerCase()],
    queryFn: ({ signal }) =>
      call<typeof listUserConnectedApps>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/users/{userId}/connectedApps',
        params: { tenantId, userId },
        pattern,
        signal,
      }),
  });

/** How a user can sign in at devices. */
export const deviceLoginQuery = (tenantId: string, userId: string) =>
  queryOptions({
    queryKey: [...usersKey, tenantId, 'deviceLogin', userId.toLowerCase()],
    queryFn: ({ signal }) =>
      call<typeof getUserDeviceLogin>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/users/{userId}/deviceLogin',
        params: { tenantId, userId },
        pattern,
        signal,
      }),
  });

export const passwordPolicyQuery = queryOptions({
  queryKey: ['tenantPasswordPolicy'],
  queryFn: ({ signal }) =>
    call<typeof getMyPasswordPolicy>({
      method: 'GET',
      path: '/api/account/myTenant/securityPolicy/passwordPolicy',
      signal,
    }),
});

export function startUserList(queryClient: QueryClient, search: UserSearch): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(userListQuery(tenantId, search)));
}

export function startUserPage(queryClient: QueryClient, userId: string): void {
  whenKnown(queryClient, (tenantId) => {
    void queryClient.prefetchQuery(userQuery(tenantId, userId));
    void queryClient.prefetchQuery(userSignInQuery(tenantId, userId));
    void queryClient.prefetchQuery(tenantSettingsQuery(tenantId));
  });
}
