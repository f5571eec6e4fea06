import { queryOptions } from '@tanstack/react-query';
import type { listPolicyVersions } from '#contract/authentication/security-policy.ts';
import { call } from '../../../api/call.ts';

/** Everything below this key is out of date once a policy was saved. */
export const policyVersionsKey = ['policyVersions'] as const;

export const policyVersionsQuery = (tenantId: string, page: number, count: number) =>
  queryOptions({
    queryKey: [...policyVersionsKey, tenantId, page, count],
    queryFn: ({ signal }) =>
      call<typeof listPolicyVersions>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/securityPolicy/versions',
        params: { tenantId },
        query: { page, count },
        pattern: 'powerUser',
        signal,
      }),
  });
