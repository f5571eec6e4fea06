import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  getOpenidConnection,
  listOpenidTraces,
  OpenidConnection,
} from '#contract/federation/openid-connections.ts';
import type { getOpenidUnknownUsers } from '#contract/federation/unknown-users.ts';
import { call } from '../../api/call.ts';
import { providerListQuery, providersKey, providersPath } from '../../base/federation/providers.ts';
import { whenKnown } from '../../base/session-queries.ts';

export type Provider = OpenidConnection;

export { providerListQuery, providersKey, providersPath };

export const providerPath = `${providersPath}/{id}` as const;
const pattern = 'powerUser';

export const providerQuery = (tenantId: string, id: string) =>
  queryOptions({
    queryKey: [...providersKey, tenantId, 'one', id],
    queryFn: ({ signal }) =>
      call<typeof getOpenidConnection>({
        method: 'GET',
        path: providerPath,
        params: { tenantId, id },
        pattern,
        signal,
      }),
  });

/** What became of its answers lately. */
export const tracesQuery = (tenantId: string, id: string) =>
  queryOptions({
    queryKey: [...providersKey, tenantId, 'traces', id],
    queryFn: ({ signal }) =>
      call<typeof listOpenidTraces>({
        method: 'GET',
        path: `${providerPath}/traces`,
        params: { tenantId, id },
        pattern,
        signal,
      }),
    staleTime: 0,
  });

/** Who signed in with it lately without a user here. */
export const unknownUsersQuery = (tenantId: string, id: string) =>
  queryOptions({
    queryKey: [...providersKey, tenantId, 'unknownUsers', id],
    queryFn: ({ signal }) =>
      call<typeof getOpenidUnknownUsers>({
        method: 'GET',
        path: `${providerPath}/unknownUsers`,
        params: { tenantId, id },
        pattern,
        signal,
      }),
    staleTime: 0,
  });

export function startProviderList(queryClient: QueryClient): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(providerListQuery(tenantId)));
}

export function startProviderPage(queryClient: QueryClient, id: string): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(providerQuery(tenantId, id)));
}
