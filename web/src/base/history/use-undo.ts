import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { undoUserBulk } from '#contract/people/user-bulks.ts';
import type { undoUserChange, undoUserImport } from '#contract/people/user-imports-actions.ts';
import type { UserImport } from '#contract/people/user-imports.ts';
import type { UndoOfEntry } from '#contract/people/undo-fields.ts';
import { call } from '../../api/call.ts';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { jobsKey } from '../jobs/job-queries.ts';
import { useMe } from '../session-queries.ts';
import { useAct } from '../use-act.ts';

/** What is undone; a user by the ID that addresses have. */
export type Undo =
  | Exclude<UndoOfEntry, { call: 'undoUserChange' }>
  | { call: 'undoUserChange'; userId: string; entryId: string };

const pattern = 'powerUser';

function prepare(tenantId: string, undo: Undo): Promise<UserImport> {
  if (undo.call === 'undoUserChange') {
    const path = '/api/auth/tenants/{tenantId}/users/{userId}/history/{entryId}/undo';
    const params = { tenantId, userId: undo.userId, entryId: undo.entryId };
    return call<typeof undoUserChange>({ method: 'POST', path, params, pattern });
  }
  if (undo.call === 'undoUserImport') {
    const path = '/api/auth/tenants/{tenantId}/userImports/{importId}/undo';
    return call<typeof undoUserImport>({
      method: 'POST',
      path,
      params: { tenantId, importId: undo.importId },
      pattern,
    });
  }
  const path = '/api/auth/tenants/{tenantId}/userBulks/{bulkId}/undo';
  return call<typeof undoUserBulk>({ method: 'POST', path, params: { tenantId, bulkId: undo.bulkId }, pattern });
}

/** Prepares to undo changes of users and leads to the preview, which shows what was changed since. */
export function useUndo(say: (alert: AlertContent | undefined) => void) {
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { busy, run } = useAct(say);
  return {
    busy,
    undo: async (undo: Undo) => {
      const done = await run(() => prepare(tenantId, undo));
      if (!done) return;
      await queryClient.invalidateQueries({ queryKey: jobsKey });
      await navigate({ to: '/portal/users/import/$importId', params: { importId: done.answer.importId }, search: {} });
    },
  };
}
