import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  getExpirationNotification,
  getSamlSp,
  listSamlSps,
  listSpProblems,
  SamlSp,
} from '#contract/apps/saml-idp.ts';
import type { getSamlIdp } from '#contract/apps/saml-idp-own.ts';
import { call } from '../../api/call.ts';
import { whenKnown } from '../../base/session-queries.ts';

export type Sp = SamlSp;

/** Everything below this key is out of date once a service provider was changed. */
export const samlIdpKey = ['samlIdp'] as const;

export const idpPath = '/api/auth/tenants/{tenantId}/samlIdP';
export const spsPath = `${idpPath}/samlSps` as const;
export const spPath = `${spsPath}/{samlSpId}` as const;
const pattern = 'powerUser';

/** What service providers need to know of us. */
export const idpQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...samlIdpKey, tenantId, 'own'],
    queryFn: ({ signal }) =>
      call<typeof getSamlIdp>({ method: 'GET', path: idpPath, params: { tenantId }, pattern, signal }),
  });

/** All service providers of the tenant, by name; they are few. */
export const spListQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...samlIdpKey, tenantId, 'list'],
    queryFn: async ({ signal }): Promise<Sp[]> => {
      const params = { tenantId };
      return (await call<typeof listSamlSps>({ method: 'GET', path: spsPath, params, pattern, signal })).results;
    },
  });

export const spQuery = (tenantId: string, samlSpId: string) =>
  queryOptions({
    queryKey: [...samlIdpKey, tenantId, 'one', samlSpId],
    queryFn: ({ signal }) =>
      call<typeof getSamlSp>({ method: 'GET', path: spPath, params: { tenantId, samlSpId }, pattern, signal }),
  });

/** Who is told before its certificates expire. */
export const notificationQuery = (tenantId: string, samlSpId: string) =>
  queryOptions({
    queryKey: [...samlIdpKey, tenantId, 'notification', samlSpId],
    queryFn: ({ signal }) =>
      call<typeof getExpirationNotification>({
        method: 'GET',
        path: `${spPath}/expirationNotification`,
        params: { tenantId, samlSpId },
        pattern,
        signal,
      }),
    staleTime: 0,
  });

/** Why a service provider was refused lately. */
export const problemsQuery = (tenantId: string, samlSpId: string) =>
  queryOptions({
    queryKey: [...samlIdpKey, tenantId, 'problems', samlSpId],
    queryFn: ({ signal }) =>
      call<typeof listSpProblems>({
        method: 'GET',
        path: `${spPath}/problems`,
        params: { tenantId, samlSpId },
        pattern,
        signal,
      }),
    staleTime: 0,
  });

export function startSamlIdp(queryClient: QueryClient): void {
  whenKnown(queryClient, (tenantId) => {
    void queryClient.prefetchQuery(spListQuery(tenantId));
    void queryClient.prefetchQuery(idpQuery(tenantId));
  });
}

export function startSpPage(queryClient: QueryClient, samlSpId: string): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(spQuery(tenantId, samlSpId)));
}
