import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  getOpenidConnection,
  listOpenidConnections,
  listOpenidTraces,
  OpenidConnection,
} from '#contract/federation/openid-connections.ts';
import { call } from '../../api/call.ts';
import { whenKnown } from '../../base/session-queries.ts';

export type Provider = OpenidConnection;

/** Everything below this key is out of date once a provider was changed. */
export const providersKey = ['openidProviders'] as const;

export const providersPath = '/api/auth/tenants/{tenantId}/oidcs';
export const providerPath = `${providersPath}/{id}` as const;
const pattern = 'powerUser';

/** The OpenID providers of the tenant, by name; they are few. */
export const providerListQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...providersKey, tenantId, 'list'],
    queryFn: async ({ signal }): Promise<Provider[]> => {
      const params = { tenantId };
      const path = providersPath;
      const answer = await call<typeof listOpenidConnections>({ method: 'GET', path, params, pattern, signal });
      return answer.results;
    },
  });

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

export function startProviderList(queryClient: QueryClient): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(providerListQuery(tenantId)));
}

export function startProviderPage(queryClient: QueryClient, id: string): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(providerQuery(tenantId, id)));
}
