import { queryOptions } from '@tanstack/react-query';
import type { listExpirations } from '#contract/site/expirations.ts';
import type { listOwnKeys } from '#contract/site/own-keys.ts';
import { call } from '../../api/call.ts';

/** What expires and keeps users from signing in, for administrators: on the top page and on a page of its own. */
export const expirationsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['expirations', tenantId],
    queryFn: ({ signal }) =>
      call<typeof listExpirations>({
        method: 'GET',
        path: '/api/portal/tenants/{tenantId}/expirations',
        params: { tenantId },
        pattern: 'powerUser',
        signal,
      }),
    // It is renewed on other pages.
    staleTime: 0,
  });

/** Our own SAML keys, with who has to know them. */
export const ownKeysQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['ownKeys', tenantId],
    queryFn: async ({ signal }) => {
      const path = '/api/portal/tenants/{tenantId}/samlKeys';
      const asked = { method: 'GET', path, params: { tenantId }, pattern: 'powerUser', signal } as const;
      return (await call<typeof listOwnKeys>(asked)).results;
    },
    // Partners load metadata meanwhile.
    staleTime: 0,
  });
