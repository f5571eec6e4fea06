import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { listOauthClients } from '#contract/apps/oauth-clients.ts';
import type { DifferenceKind, ProvisionedState } from '#contract/provisioning/target-values.ts';
import type {
  getTarget,
  getTargetComparison,
  listTargetDifferences,
  listTargets,
  listTargetUsers,
  ProvisionedUser,
  ProvisioningTarget,
  TargetComparison,
  TargetDifference,
} from '#contract/provisioning/targets.ts';
import { call } from '../../api/call.ts';
import { whenKnown } from '../../base/session-queries.ts';

export type Target = ProvisioningTarget;
export type Comparison = TargetComparison;
export type Difference = TargetDifference;
export type { ProvisionedUser };

/** Everything below this key is out of date once a target was changed. */
export const targetsKey = ['targets'] as const;

export const targetsPath = '/api/auth/tenants/{tenantId}/provisioningTargets';
export const targetPath = `${targetsPath}/{uuid}` as const;
const pattern = 'powerUser';

/** While users are pushed, figures are read again. */
const BUSY_MS = 3000;
const isBusy = ({ active, users }: Target) => active && users.waiting > 0;

/** The targets of the tenant, by name; they are few. */
export const targetListQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...targetsKey, tenantId, 'list'],
    queryFn: async ({ signal }): Promise<Target[]> => {
      const params = { tenantId };
      return (await call<typeof listTargets>({ method: 'GET', path: targetsPath, params, pattern, signal })).results;
    },
  });

export const targetQuery = (tenantId: string, uuid: string) =>
  queryOptions({
    queryKey: [...targetsKey, tenantId, 'one', uuid],
    queryFn: ({ signal }) =>
      call<typeof getTarget>({ method: 'GET', path: targetPath, params: { tenantId, uuid }, pattern, signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? BUSY_MS : false),
  });

/** The first users, or those behind one. */
export const usersQuery = (
  tenantId: string,
  uuid: string,
  query: { state?: ProvisionedState | undefined; after?: string | undefined },
) =>
  queryOptions({
    queryKey: [...targetsKey, tenantId, 'users', uuid, query],
    queryFn: ({ signal }) =>
      call<typeof listTargetUsers>({
        method: 'GET',
        path: `${targetPath}/users`,
        params: { tenantId, uuid },
        query,
        pattern,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** The last comparison, read again while it is under way. */
export const comparisonQuery = (tenantId: string, uuid: string) =>
  queryOptions({
    queryKey: [...targetsKey, tenantId, 'comparison', uuid],
    queryFn: ({ signal }) =>
      call<typeof getTargetComparison>({
        method: 'GET',
        path: `${targetPath}/comparison`,
        params: { tenantId, uuid },
        pattern,
        signal,
      }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? BUSY_MS : false),
  });

/** What it found, of one kind: the first, or those behind one. `of`: when it ended. */
export const differencesQuery = (
  tenantId: string,
  uuid: string,
  query: { kind: DifferenceKind; after?: string | undefined },
  of: string | null,
) =>
  queryOptions({
    queryKey: [...targetsKey, tenantId, 'differences', uuid, query, of],
    queryFn: ({ signal }) =>
      call<typeof listTargetDifferences>({
        method: 'GET',
        path: `${targetPath}/differences`,
        params: { tenantId, uuid },
        query,
        pattern,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** The OAuth apps whose users can be provided. */
export const appChoicesQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...targetsKey, tenantId, 'apps'],
    queryFn: async ({ signal }) => {
      const path = '/api/auth/tenants/{tenantId}/oauthClients';
      const params = { tenantId };
      return (await call<typeof listOauthClients>({ method: 'GET', path, params, pattern, signal })).results;
    },
  });

export function startTargetList(queryClient: QueryClient): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(targetListQuery(tenantId)));
}

export function startTargetPage(queryClient: QueryClient, uuid: string): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(targetQuery(tenantId, uuid)));
}
