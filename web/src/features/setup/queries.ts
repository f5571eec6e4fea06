import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { getSetupSteps } from '#contract/site/setup-steps.ts';
import { call } from '../../api/call.ts';
import { meQuery } from '../../base/session-queries.ts';

/** What is done of the setup; asked anew whenever the page is opened, because it is done elsewhere. */
export const setupStepsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['setupSteps', tenantId],
    queryFn: async ({ signal }) => {
      const { steps } = await call<typeof getSetupSteps>({
        method: 'GET',
        path: '/api/portal/tenants/{tenantId}/setupSteps',
        params: { tenantId },
        pattern: 'powerUser',
        signal,
      });
      return steps;
    },
    staleTime: 0,
  });

export function startSetup(queryClient: QueryClient): void {
  queryClient.ensureQueryData(meQuery).then(
    ({ tenantId }) => queryClient.prefetchQuery(setupStepsQuery(tenantId)),
    () => undefined,
  );
}
