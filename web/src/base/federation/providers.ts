import { queryOptions } from '@tanstack/react-query';
import type { listOpenidConnections, OpenidConnection } from '#contract/federation/openid-connections.ts';
import type { listSamlConnections } from '#contract/federation/saml-connections.ts';
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

/** The identity providers of all kinds, by name. */
export const providerChoicesQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...providersKey, tenantId, 'all'],
    // Connections of either kind change elsewhere: asked whenever it is shown.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const shared = { method: 'GET', params: { tenantId }, pattern: 'powerUser', signal } as const;
      const [openid, saml] = await Promise.all([
        call<typeof listOpenidConnections>({ ...shared, path: '/api/auth/tenants/{tenantId}/oidcs' }),
        call<typeof listSamlConnections>({ ...shared, path: '/api/auth/tenants/{tenantId}/samls' }),
      ]);
      const all = [...openid.results, ...saml.results];
      return all.sort((one, other) => one.displayName.localeCompare(other.displayName));
    },
  });
