import { useQueryClient } from '@tanstack/react-query';
import type { cancelUserBulk } from '#contract/people/user-bulks.ts';
import { call } from '../../../api/call.ts';
import { jobsKey } from '../../../base/jobs/job-queries.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';

/** Stops acts on many users. */
export function useBulkActs(say: (alert: AlertContent | undefined) => void) {
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  return {
    busy,
    cancel: async (bulkId: string) => {
      const path = '/api/auth/tenants/{tenantId}/userBulks/{bulkId}/cancel';
      const params = { tenantId, bulkId };
      await run(() => call<typeof cancelUserBulk>({ method: 'POST', path, params, pattern: 'powerUser' }));
      await queryClient.invalidateQueries({ queryKey: jobsKey });
    },
  };
}
