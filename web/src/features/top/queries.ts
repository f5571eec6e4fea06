import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { listMyGroups } from '#contract/people/me-groups.ts';
import type { searchMyLoginHistory } from '#contract/logs/me-login-history.ts';
import { call } from '../../api/call.ts';
import { jobsQuery } from '../../base/jobs/job-queries.ts';
import { meQuery, togglesQuery } from '../../base/session-queries.ts';
import { tenantSettingsQuery } from '../../base/tenant-settings.ts';
import { licensesQuery, signInsQuery } from './dashboard/queries.ts';
import { countQuery, figures } from './people-figures.ts';
import { servicesQuery } from './services/queries.ts';
import { termsQuery } from './terms/queries.ts';

/** Enough of the history to find the sign-in before this one among refused tries. */
const LOOK_BACK = 20;
const GROUPS_SHOWN = 6;

export const recentLoginsQuery = queryOptions({
  queryKey: ['top', 'recentLogins'],
  queryFn: async ({ signal }) => {
    const answer = await call<typeof searchMyLoginHistory>({
      method: 'POST',
      path: '/api/auth/me/operations/search/logs/login',
      body: { periodType: 'days35', count: LOOK_BACK },
      signal,
    });
    return answer.results;
  },
});

export const someGroupsQuery = queryOptions({
  queryKey: ['top', 'groups'],
  queryFn: ({ signal }) =>
    call<typeof listMyGroups>({
      method: 'GET',
      path: '/api/auth/me/groups',
      query: { page: 1, count: GROUPS_SHOWN, sort: 'name', order: 'ascending' },
      signal,
    }),
});

/** What the top page shows, asked for while its code is still on its way. */
export function startTopPage(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(servicesQuery);
  void queryClient.prefetchQuery(termsQuery);
  queryClient.ensureQueryData(meQuery).then(
    ({ tenantId, permissions }) => {
      if (!permissions.includes('tenant:read')) {
        void queryClient.prefetchQuery(recentLoginsQuery);
        void queryClient.prefetchQuery(someGroupsQuery);
        void queryClient.prefetchQuery(togglesQuery(tenantId));
        return;
      }
      for (const figure of figures) void queryClient.prefetchQuery(countQuery(tenantId, figure));
      void queryClient.prefetchQuery(tenantSettingsQuery(tenantId));
      void queryClient.prefetchQuery(jobsQuery(tenantId));
      if (permissions.includes('logs:read')) void queryClient.prefetchQuery(signInsQuery(tenantId));
      if (permissions.includes('licenses:read')) void queryClient.prefetchQuery(licensesQuery(tenantId));
    },
    () => undefined,
  );
}
