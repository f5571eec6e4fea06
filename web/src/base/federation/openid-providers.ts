import { queryOptions } from '@tanstack/react-query';
import type { listOpenidConnections, OpenidConnection } from '#contract/federation/openid-connections.ts';
import { call } from '../../api/call.ts';

/** Everything below this key is out of date once a provider was changed. */
export const providersKey = ['openidProviders'] as const;

export const providersPath = '/api/auth/tenants/{tenantId}/oidcs';

/** The OpenID providers of the tenant, by name; they are few. */
export const providerListQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...providersKey, tenantId, 'list'],
    queryFn: async ({ signal }): Promise<OpenidConnection[]> => {
      const asked = { method: 'GET', path: providersPath, params: { tenantId }, pattern: 'powerUser', signal } as const;
      return (await call<typeof listOpenidConnections>(asked)).results;
    },
  });
