import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ExcludedUser, previewExclusions } from '#contract/provisioning/exclusions.ts';
import { call } from '../../../api/call.ts';
import { provisioningKey, type Source, sourcePath } from '../queries.ts';

export type { ExcludedUser };
export type Exclusions = Pick<Source, 'excludedUsers' | 'excludedGroups' | 'excludedPatterns'>;

export const excludesNobody: Exclusions = { excludedUsers: [], excludedGroups: [], excludedPatterns: [] };

/** Whom exclusions mean that are not saved yet. */
export const previewQuery = (tenantId: string, uuid: string, body: Exclusions) =>
  queryOptions({
    queryKey: [...provisioningKey, tenantId, 'exclusions', uuid, body],
    queryFn: ({ signal }) =>
      call<typeof previewExclusions>({
        method: 'POST',
        path: `${sourcePath}/exclusions/preview`,
        params: { tenantId, uuid },
        body,
        pattern: 'powerUser',
        signal,
      }),
    placeholderData: keepPreviousData,
  });
