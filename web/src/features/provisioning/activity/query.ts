import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listSourceRuns } from '#contract/provisioning/runs.ts';
import { call } from '../../../api/call.ts';
import { provisioningKey, sourcePath } from '../queries.ts';

/** What a source did in the last hours, by the hour. */
export const runsQuery = (tenantId: string, uuid: string, hours: number) =>
  queryOptions({
    queryKey: [...provisioningKey, tenantId, 'runs', uuid, hours],
    queryFn: async ({ signal }) => {
      const given = { params: { tenantId, uuid }, body: { hours }, pattern: 'powerUser', signal } as const;
      return (await call<typeof listSourceRuns>({ method: 'POST', path: `${sourcePath}/runs/search`, ...given }))
        .results;
    },
    placeholderData: keepPreviousData,
    // The source goes on while nobody looks.
    staleTime: 0,
  });
