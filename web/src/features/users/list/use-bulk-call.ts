import { useQueryClient } from '@tanstack/react-query';
import type { bulkUsers } from '#contract/people/users-bulk.ts';
import { call } from '../../../api/call.ts';
import { jobsKey } from '../../../base/jobs/job-queries.ts';
import { renewPeople } from '../../../base/renewal.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import type { BulkBody, BulkTarget } from '../bulk.ts';
import type { Outcome } from './outcome.tsx';

/** Whom an act of the list is for, where its outcome is told, and what comes after. */
export type BulkProps = {
  target: BulkTarget;
  say: (alert: AlertContent | undefined) => void;
  /** With the id of the job, where one has been begun. */
  onDone: (bulkId?: string) => void;
};

/** Has the server act on many users; nothing where it refused, which is said. */
export function useBulkCall(say: BulkProps['say']) {
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const send = async (body: BulkBody): Promise<Outcome | undefined> => {
    const path = '/api/auth/tenants/{tenantId}/operations/users';
    const done = await run(() =>
      call<typeof bulkUsers>({ method: 'POST', path, params: { tenantId }, body, pattern: 'powerUser' }),
    );
    // Also after a refusal: another number may match by now.
    await Promise.all([renewPeople(queryClient), queryClient.invalidateQueries({ queryKey: jobsKey })]);
    return done?.answer;
  };
  return { busy, run, send };
}
