import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { getTenant } from '#contract/tenant/tenant.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../api/call.ts';
import { whenKnown } from './session-queries.ts';

/** The tenant as its administrators see it. */
export type TenantSettings = AnswerOf<typeof getTenant>;

export const tenantSettingsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['tenantSettings', tenantId],
    queryFn: ({ signal }) =>
      call<typeof getTenant>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}',
        params: { tenantId },
        pattern: 'powerUser',
        signal,
      }),
  });

/** Asks for them while a page that shows them is still being fetched. */
export function startTenantSettings(queryClient: QueryClient): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(tenantSettingsQuery(tenantId)));
}
