import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SentQueryOf } from '#contract/route.ts';
import type { listLicenses, listOwnContracts } from '#contract/licences/licenses.ts';
import { call } from '../../api/call.ts';
import { whenKnown } from '../../base/session-queries.ts';

const common = { pattern: 'powerUser' } as const;

export const licenseListQuery = (tenantId: string, query: SentQueryOf<typeof listLicenses>) =>
  queryOptions({
    queryKey: ['licenses', tenantId, query],
    queryFn: ({ signal }) =>
      call<typeof listLicenses>({
        ...common,
        method: 'GET',
        path: '/api/service/tenants/{tenantId}/licenses',
        params: { tenantId },
        query,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const contractListQuery = (tenantId: string, query: SentQueryOf<typeof listOwnContracts>) =>
  queryOptions({
    queryKey: ['contracts', tenantId, query],
    queryFn: ({ signal }) =>
      call<typeof listOwnContracts>({
        ...common,
        method: 'GET',
        path: '/api/service/tenants/{tenantId}/contracts',
        params: { tenantId },
        query,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export function startContractList(queryClient: QueryClient, query: SentQueryOf<typeof listOwnContracts>): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(contractListQuery(tenantId, query)));
}
