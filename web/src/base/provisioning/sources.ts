import { queryOptions } from '@tanstack/react-query';
import type { listSources, ProvisioningSource } from '#contract/provisioning/sources.ts';
import { call } from '../../api/call.ts';

export type Source = ProvisioningSource;

/** Everything below this key is out of date once a source or a token was changed. */
export const provisioningKey = ['provisioning'] as const;

export const sourcesPath = '/api/auth/tenants/{tenantId}/provisioningSources';

/** The sources of the tenant, by name; they are few. */
export const sourceListQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...provisioningKey, tenantId, 'sources'],
    queryFn: async ({ signal }): Promise<Source[]> => {
      const given = { params: { tenantId }, pattern: 'powerUser', signal } as const;
      return (await call<typeof listSources>({ method: 'GET', path: sourcesPath, ...given })).results;
    },
  });

type Judged = Pick<Source, 'enabled' | 'startedAt' | 'activeTokens' | 'lastUsedAt'>;

/** How a source is: what keeps it from provisioning first. */
export function stateOf({ enabled, startedAt, activeTokens, lastUsedAt }: Judged) {
  if (!enabled) return startedAt === null ? 'setup' : 'off';
  if (activeTokens === 0) return 'noToken';
  return lastUsedAt === null ? 'silent' : 'on';
}

export type SourceState = ReturnType<typeof stateOf>;
