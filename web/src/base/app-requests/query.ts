import { queryOptions } from '@tanstack/react-query';
import type { listAppRequests } from '#contract/apps/app-requests.ts';
import { call } from '../../api/call.ts';

/** The apps that users ask for, for administrators: on the top page and among the apps. */
export const openAppRequestsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['oauthApps', tenantId, 'requests'],
    queryFn: async ({ signal }) => {
      const path = '/api/portal/tenants/{tenantId}/oauthConsumerRequests';
      const params = { tenantId };
      const answer = await call<typeof listAppRequests>({ method: 'GET', path, params, pattern: 'powerUser', signal });
      return answer.results;
    },
  });
