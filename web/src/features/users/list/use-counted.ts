import type { countUsers } from '#contract/people/users-bulk.ts';
import { call } from '../../../api/call.ts';
import { useMe } from '../../../base/session-queries.ts';
import type { Act } from '../../../base/use-act.ts';
import { type BulkTarget, mustBeCounted } from '../bulk.ts';

/** Nobody is asked about an estimate: those it would be about are counted first. Nothing where that failed. */
export function useCounted(run: Act['run']): (target: BulkTarget) => Promise<BulkTarget | undefined> {
  const { tenantId } = useMe();
  return async (target) => {
    if (!mustBeCounted(target)) return target;
    const { condition } = target;
    const path = '/api/auth/tenants/{tenantId}/operations/count/users';
    const done = await run(() =>
      call<typeof countUsers>({
        method: 'POST',
        path,
        params: { tenantId },
        body: { condition },
        pattern: 'powerUser',
      }),
    );
    return done && { condition, expectedCount: done.answer.matched };
  };
}
