import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  getSamlConnection,
  getSamlMetadata,
  listSamlConnections,
  listSamlTraces,
  SamlConnection,
} from '#contract/federation/saml-connections.ts';
import type { getSamlUnknownUsers } from '#contract/federation/unknown-users.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../../api/call.ts';
import { whenKnown } from '../../base/session-queries.ts';

export type Connection = SamlConnection;
export type Trace = AnswerOf<typeof listSamlTraces>['results'][number];

/** Everything below this key is out of date once a connection was changed. */
export const connectionsKey = ['samlConnections'] as const;

export const connectionsPath = '/api/auth/tenants/{tenantId}/samls';
export const connectionPath = `${connectionsPath}/{samlId}` as const;
const pattern = 'powerUser';

/** The SAML connections of the tenant, by name; they are few. */
export const connectionListQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...connectionsKey, tenantId, 'list'],
    queryFn: async ({ signal }): Promise<Connection[]> => {
      const params = { tenantId };
      const path = connectionsPath;
      const answer = await call<typeof listSamlConnections>({ method: 'GET', path, params, pattern, signal });
      return answer.results;
    },
  });

export const connectionQuery = (tenantId: string, samlId: string) =>
  queryOptions({
    queryKey: [...connectionsKey, tenantId, 'one', samlId],
    queryFn: ({ signal }) =>
      call<typeof getSamlConnection>({
        method: 'GET',
        path: connectionPath,
        params: { tenantId, samlId },
        pattern,
        signal,
      }),
  });

/** What an identity provider needs to know of us, for a connection of this ID, which need not be there yet. */
export const ourValuesQuery = (tenantId: string, samlId: string) =>
  queryOptions({
    queryKey: ['samlMetadata', tenantId, samlId],
    queryFn: ({ signal }) =>
      call<typeof getSamlMetadata>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/samlMetadata.json',
        params: { tenantId },
        query: { samlId },
        pattern,
        signal,
      }),
  });

/** What became of its answers lately, the latest first. */
export const tracesQuery = (tenantId: string, samlId: string) =>
  queryOptions({
    queryKey: [...connectionsKey, tenantId, 'traces', samlId],
    queryFn: async ({ signal }): Promise<Trace[]> => {
      const path = `${connectionPath}/traces` as const;
      const params = { tenantId, samlId };
      return (await call<typeof listSamlTraces>({ method: 'GET', path, params, pattern, signal })).results;
    },
    staleTime: 0,
  });

/** Who signed in with it lately without a user here. */
export const unknownUsersQuery = (tenantId: string, samlId: string) =>
  queryOptions({
    queryKey: [...connectionsKey, tenantId, 'unknownUsers', samlId],
    queryFn: ({ signal }) =>
      call<typeof getSamlUnknownUsers>({
        method: 'GET',
        path: `${connectionPath}/unknownUsers`,
        params: { tenantId, samlId },
        pattern,
        signal,
      }),
    staleTime: 0,
  });

export function startConnectionList(queryClient: QueryClient): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(connectionListQuery(tenantId)));
}

export function startConnectionPage(queryClient: QueryClient, samlId: string): void {
  whenKnown(queryClient, (tenantId) => {
    void queryClient.prefetchQuery(connectionQuery(tenantId, samlId));
    void queryClient.prefetchQuery(tracesQuery(tenantId, samlId));
    void queryClient.prefetchQuery(ourValuesQuery(tenantId, samlId));
  });
}
