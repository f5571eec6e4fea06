import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { listManagementTokens, ManagementToken } from '#contract/provisioning/management-tokens.ts';
import type { listProvidedUsers, ProvidedUser } from '#contract/provisioning/provided.ts';
import type { getSource } from '#contract/provisioning/sources.ts';
import { call } from '../../api/call.ts';
import { provisioningKey, type Source, sourceListQuery, sourcesPath } from '../../base/provisioning/sources.ts';
import { whenKnown } from '../../base/session-queries.ts';

export { provisioningKey, type Source, sourceListQuery, sourcesPath };
export type Token = ManagementToken;
export type { ProvidedUser };

export const sourcePath = `${sourcesPath}/{uuid}` as const;
export const tokensPath = '/api/auth/oauth/provider/managementTokens';
const pattern = 'powerUser';

/** How often a source that is being set up is looked for its first call. */
const CONTACT_EVERY_MS = 3_000;
/** Ten minutes: a page that nobody looks at must not keep its session alive. */
const MOST_LOOKS = 200;

export const sourceQuery = (tenantId: string, uuid: string) =>
  queryOptions({
    queryKey: [...provisioningKey, tenantId, 'source', uuid],
    queryFn: ({ signal }) =>
      call<typeof getSource>({ method: 'GET', path: sourcePath, params: { tenantId, uuid }, pattern, signal }),
    refetchInterval: ({ state: { status, data, dataUpdateCount } }) =>
      status === 'success' && dataUpdateCount < MOST_LOOKS && data && isAwaited(data) ? CONTACT_EVERY_MS : false,
  });

/** A source that is being set up and was not called yet. */
const isAwaited = ({ startedAt, lastUsedAt, activeTokens }: Source): boolean =>
  startedAt === null && lastUsedAt === null && activeTokens > 0;

/** A page of the users of a source, by the names that it uses. */
export const sourceUsersQuery = (tenantId: string, uuid: string, place: { page: number; count: number }) =>
  queryOptions({
    queryKey: [...provisioningKey, tenantId, 'users', uuid, place],
    queryFn: ({ signal }) =>
      call<typeof listProvidedUsers>({
        method: 'GET',
        path: `${sourcePath}/users`,
        params: { tenantId, uuid },
        query: place,
        pattern,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** The management tokens of the tenant, newest first. */
export const tokenListQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...provisioningKey, tenantId, 'tokens'],
    queryFn: async ({ signal }): Promise<Token[]> =>
      (await call<typeof listManagementTokens>({ method: 'GET', path: tokensPath, pattern, signal })).results,
  });

export function startSourceList(queryClient: QueryClient): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(sourceListQuery(tenantId)));
}

export function startSourcePage(queryClient: QueryClient, uuid: string): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(sourceQuery(tenantId, uuid)));
}

export function startTokenList(queryClient: QueryClient): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(tokenListQuery(tenantId)));
}
