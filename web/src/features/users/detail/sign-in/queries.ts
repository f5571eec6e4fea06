import { queryOptions } from '@tanstack/react-query';
import type { searchLoginLog } from '#contract/logs/logs.ts';
import { call } from '../../../../api/call.ts';
import { usersKey } from '../../queries.ts';

const pattern = 'powerUser';

const SHOWN = 5;

/** A user's latest sign-ins and failures, of the past 35 days. */
export const recentSignInsQuery = (tenantId: string, userId: string) =>
  queryOptions({
    queryKey: [...usersKey, tenantId, 'recentSignIns', userId.toLowerCase()],
    queryFn: async ({ signal }) => {
      const { results } = await call<typeof searchLoginLog>({
        method: 'POST',
        path: '/api/auth/tenants/{tenantId}/operations/search/logs/login',
        params: { tenantId },
        body: { periodType: 'days35', condition: { userId }, count: SHOWN },
        pattern,
        signal,
      });
      return results;
    },
  });
