import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { getClientAccess, listAssignedGroups, listAssignedUsers } from '#contract/apps/client-access.ts';
import type { getClaimExample } from '#contract/apps/client-claims.ts';
import type { listClientProblems } from '#contract/apps/client-problems.ts';
import type { listOauthApis, OauthApiAnswer } from '#contract/apps/oauth-apis.ts';
import type { listLogoutDeliveries } from '#contract/apps/logout-deliveries.ts';
import type {
  countOauthClientUsers,
  getOauthClient,
  getOauthEndpoints,
  listOauthClients,
  OauthClientAnswer,
} from '#contract/apps/oauth-clients.ts';
import type { AnswerOf } from '#contract/route.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { call } from '../../api/call.ts';
import { openAppRequestsQuery } from '../../base/app-requests/query.ts';
import { whenKnown } from '../../base/session-queries.ts';

export type App = OauthClientAnswer;

/** Everything below this key is out of date once an app was changed. */
export const oauthAppsKey = ['oauthApps'] as const;

export const appsPath = '/api/auth/tenants/{tenantId}/oauthClients';
const pattern = 'powerUser';

/** All apps of the tenant, by name; they are few. */
export const appListQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...oauthAppsKey, tenantId, 'list'],
    queryFn: async ({ signal }): Promise<App[]> => {
      const params = { tenantId };
      const answer = await call<typeof listOauthClients>({ method: 'GET', path: appsPath, params, pattern, signal });
      return answer.results;
    },
  });

export const appQuery = (tenantId: string, clientId: string) =>
  queryOptions({
    queryKey: [...oauthAppsKey, tenantId, 'one', clientId],
    queryFn: ({ signal }) =>
      call<typeof getOauthClient>({
        method: 'GET',
        path: `${appsPath}/{clientId}`,
        params: { tenantId, clientId },
        pattern,
        signal,
      }),
  });

export type Api = OauthApiAnswer;
export const apisPath = '/api/auth/tenants/{tenantId}/oauthApis';

/** The APIs of the tenant, by name. */
export const apiListQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...oauthAppsKey, tenantId, 'apis'],
    queryFn: async ({ signal }): Promise<Api[]> => {
      const params = { tenantId };
      const answer = await call<typeof listOauthApis>({ method: 'GET', path: apisPath, params, pattern, signal });
      return answer.results;
    },
  });

/** How many users an app is connected with: asked when it is about to be taken from them. */
export const connectedUsersQuery = (tenantId: string, clientId: string) =>
  queryOptions({
    queryKey: [...oauthAppsKey, tenantId, 'users', clientId],
    queryFn: ({ signal }) =>
      call<typeof countOauthClientUsers>({
        method: 'GET',
        path: `${appsPath}/{clientId}/connectedUsers`,
        params: { tenantId, clientId },
        pattern,
        signal,
      }),
    staleTime: 0,
  });

/** The addresses that any app needs. */
export const endpointsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['oauthEndpoints', tenantId],
    queryFn: ({ signal }) =>
      call<typeof getOauthEndpoints>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/oauthEndpoints',
        params: { tenantId },
        pattern,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Sign-outs that an app was not told of. */
export const deliveriesQuery = (tenantId: string, clientId: string) =>
  queryOptions({
    queryKey: [...oauthAppsKey, tenantId, 'deliveries', clientId],
    queryFn: ({ signal }) =>
      call<typeof listLogoutDeliveries>({
        method: 'GET',
        path: `${appsPath}/{clientId}/logoutDeliveries`,
        params: { tenantId, clientId },
        pattern,
        signal,
      }),
    staleTime: 0,
  });

export type AccessState = AnswerOf<typeof getClientAccess>;

/** Who may use an app. */
export const accessQuery = (tenantId: string, clientId: string) =>
  queryOptions({
    queryKey: [...oauthAppsKey, tenantId, 'access', clientId],
    queryFn: ({ signal }) =>
      call<typeof getClientAccess>({
        method: 'GET',
        path: `${appsPath}/{clientId}/access`,
        params: { tenantId, clientId },
        pattern,
        signal,
      }),
    staleTime: 0,
  });

export const assignedGroupsQuery = (tenantId: string, clientId: string) =>
  queryOptions({
    queryKey: [...oauthAppsKey, tenantId, 'assignedGroups', clientId],
    queryFn: ({ signal }) =>
      call<typeof listAssignedGroups>({
        method: 'GET',
        path: `${appsPath}/{clientId}/access/groups`,
        params: { tenantId, clientId },
        pattern,
        signal,
      }),
    staleTime: 0,
  });

export const assignedUsersQuery = (tenantId: string, clientId: string, place: { keyword: string; page: number }) =>
  queryOptions({
    queryKey: [...oauthAppsKey, tenantId, 'assignedUsers', clientId, place],
    queryFn: ({ signal }) =>
      call<typeof listAssignedUsers>({
        method: 'GET',
        path: `${appsPath}/{clientId}/access/users`,
        params: { tenantId, clientId },
        query: { ...place, count: DEFAULT_PAGE_SIZE },
        pattern,
        signal,
      }),
    staleTime: 0,
  });

/** What claims can have of a user. */
export const claimExampleQuery = (tenantId: string, clientId: string, userId: string) =>
  queryOptions({
    queryKey: [...oauthAppsKey, tenantId, 'claimExample', clientId, userId],
    queryFn: ({ signal }) =>
      call<typeof getClaimExample>({
        method: 'GET',
        path: `${appsPath}/{clientId}/claimExample`,
        params: { tenantId, clientId },
        query: { userId },
        pattern,
        signal,
      }),
    staleTime: 0,
    retry: false,
  });

/** Why an app was refused lately. */
export const problemsQuery = (tenantId: string, clientId: string) =>
  queryOptions({
    queryKey: [...oauthAppsKey, tenantId, 'problems', clientId],
    queryFn: ({ signal }) =>
      call<typeof listClientProblems>({
        method: 'GET',
        path: `${appsPath}/{clientId}/problems`,
        params: { tenantId, clientId },
        pattern,
        signal,
      }),
    staleTime: 0,
  });

export function startAppList(queryClient: QueryClient): void {
  whenKnown(queryClient, (tenantId) => {
    void queryClient.prefetchQuery(appListQuery(tenantId));
    void queryClient.prefetchQuery(openAppRequestsQuery(tenantId));
    void queryClient.prefetchQuery(apiListQuery(tenantId));
    void queryClient.prefetchQuery(endpointsQuery(tenantId));
  });
}

export function startAppPage(queryClient: QueryClient, clientId: string): void {
  whenKnown(queryClient, (tenantId) => {
    void queryClient.prefetchQuery(appQuery(tenantId, clientId));
    void queryClient.prefetchQuery(endpointsQuery(tenantId));
  });
}
