import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listPolicyMails, listPolicyVersions } from '#contract/tenant/security-policy-routes.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { call } from '../../../api/call.ts';

/** Everything below this key is out of date once a policy was saved. */
export const policyVersionsKey = ['policyVersions'] as const;

export const policyVersionsQuery = (
  tenantId: string,
  { page = 1, count = DEFAULT_PAGE_SIZE }: { page?: number; count?: number },
) =>
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

export const policyMailsQuery = (
  tenantId: string,
  { cursor, count = DEFAULT_PAGE_SIZE }: { cursor?: string; count?: number },
) =>
  queryOptions({
    queryKey: [...policyVersionsKey, tenantId, 'mails', cursor, count],
    queryFn: ({ signal }) =>
      call<typeof listPolicyMails>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/securityPolicy/mails',
        params: { tenantId },
        query: { count, ...(cursor ? { cursor } : {}) },
        pattern: 'powerUser',
        signal,
      }),
    placeholderData: keepPreviousData,
  });
