import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { HeldDeparture, listQuarantine } from '#contract/provisioning/quarantine.ts';
import { call } from '../../../api/call.ts';
import { provisioningKey, sourcePath } from '../queries.ts';

export type { HeldDeparture };

/** Users whose leaving waits for a decision, the oldest first. */
export const quarantineQuery = (tenantId: string, uuid: string, place: { count: number; cursor?: string }) =>
  queryOptions({
    queryKey: [...provisioningKey, tenantId, 'quarantine', uuid, place],
    queryFn: ({ signal }) =>
      call<typeof listQuarantine>({
        method: 'POST',
        path: `${sourcePath}/quarantine/search`,
        params: { tenantId, uuid },
        body: place,
        pattern: 'powerUser',
        signal,
      }),
    placeholderData: keepPreviousData,
  });
