import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { undoUserChange } from '#contract/people/user-imports-actions.ts';
import type { User } from '#contract/people/users-fields.ts';
import { call } from '../../../api/call.ts';
import { jobsKey } from '../../../base/jobs/job-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';

/** Prepares to undo a change of a user, by its entry in the history, and leads to the preview. */
export function useUndoChange({ tenantId, userId }: User, say: (alert: AlertContent | undefined) => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { run } = useAct(say);
  return async (entryId: string) => {
    const path = '/api/auth/tenants/{tenantId}/users/{userId}/history/{entryId}/undo';
    const params = { tenantId, userId, entryId };
    const done = await run(() => call<typeof undoUserChange>({ method: 'POST', path, params, pattern: 'powerUser' }));
    if (!done) return;
    await queryClient.invalidateQueries({ queryKey: jobsKey });
    await navigate({ to: '/portal/users/import/$importId', params: { importId: done.answer.importId }, search: {} });
  };
}
