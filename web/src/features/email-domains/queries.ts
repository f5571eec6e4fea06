import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { EmailDomain, getEmailDomain, listEmailDomains } from '#contract/federation/email-domains.ts';
import { call } from '../../api/call.ts';
import { providerChoicesQuery } from '../../base/federation/providers.ts';
import { whenKnown } from '../../base/session-queries.ts';

/** Everything below this key is out of date once a domain was changed. */
export const domainsKey = ['emailDomains'] as const;

export const domainsPath = '/api/auth/tenants/{tenantId}/emailDomains';
export const domainPath = `${domainsPath}/{domain}` as const;
const pattern = 'powerUser';

/** The email domains of the tenant, by name; they are few. */
export const domainListQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...domainsKey, tenantId, 'list'],
    queryFn: async ({ signal }): Promise<EmailDomain[]> => {
      const params = { tenantId };
      const path = domainsPath;
      return (await call<typeof listEmailDomains>({ method: 'GET', path, params, pattern, signal })).results;
    },
  });

export const domainQuery = (tenantId: string, domain: string) =>
  queryOptions({
    queryKey: [...domainsKey, tenantId, 'one', domain],
    queryFn: ({ signal }) =>
      call<typeof getEmailDomain>({ method: 'GET', path: domainPath, params: { tenantId, domain }, pattern, signal }),
  });

export function startDomainList(queryClient: QueryClient): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(domainListQuery(tenantId)));
}

export function startDomainPage(queryClient: QueryClient, domain: string): void {
  whenKnown(queryClient, (tenantId) => {
    void queryClient.prefetchQuery(domainQuery(tenantId, domain));
    void queryClient.prefetchQuery(providerChoicesQuery(tenantId));
  });
}
