import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { searchOperationLog } from '#contract/logs/logs.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import type { BodyOf } from '#contract/route.ts';
import { call } from '../../api/call.ts';

export type HistoryTarget = Required<Pick<BodyOf<typeof searchOperationLog>, 'targetType' | 'targetId'>>;

/**
 * What was done to a thing, a page at a time.
 * @param key of the things of its kind: once one of them was changed, the history is asked for anew
 */
export const historyQuery = (
  key: readonly string[],
  tenantId: string,
  target: HistoryTarget,
  cursor: string | undefined,
) =>
  queryOptions({
    queryKey: [...key, tenantId, 'history', target, cursor],
    queryFn: ({ signal }) =>
      call<typeof searchOperationLog>({
        method: 'POST',
        path: '/api/auth/tenants/{tenantId}/operations/search/logs/systemOperation',
        params: { tenantId },
        body: { ...target, count: DEFAULT_PAGE_SIZE, ...(cursor ? { cursor } : {}) },
        pattern: 'powerUser',
        signal,
      }),
    placeholderData: keepPreviousData,
  });
