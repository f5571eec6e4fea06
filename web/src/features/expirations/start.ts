import type { QueryClient } from '@tanstack/react-query';
import { expirationsQuery, ownKeysQuery } from '../../base/expirations/queries.ts';
import { whenKnown } from '../../base/session-queries.ts';

export function startExpirations(queryClient: QueryClient): void {
  whenKnown(queryClient, (tenantId) => {
    void queryClient.prefetchQuery(expirationsQuery(tenantId));
    void queryClient.prefetchQuery(ownKeysQuery(tenantId));
  });
}
