import { useNavigate } from '@tanstack/react-router';
import type { downloadUserImportResult, mapUserImport, UserImport } from '#contract/people/user-imports.ts';
import type {
  cancelUserImport,
  confirmUserImport,
  inviteImportedUsers,
} from '#contract/people/user-imports-actions.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../../api/call.ts';
import { download } from '../../../../api/download.ts';
import { useUndo } from '../../../../base/history/use-undo.ts';
import { useMe } from '../../../../base/session-queries.ts';
import { useAct } from '../../../../base/use-act.ts';
import type { AlertContent } from '../../../../ui/page/AlertArea.tsx';
import { useTakeImport } from '../queries.ts';

const path = '/api/auth/tenants/{tenantId}/userImports/{importId}';
const pattern = 'powerUser';

/** What can be done to an import; each shows it as it is then. */
export function useImportActs(
  { importId, fileName, kind, mapping, emptyCells }: UserImport,
  say: (alert: AlertContent | undefined) => void,
) {
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const take = useTakeImport();
  const { busy, run } = useAct(say);
  const undoing = useUndo(say);
  const params = { tenantId, importId };
  const show = async (act: () => Promise<UserImport>): Promise<boolean> => {
    const done = await run(act);
    if (!done) return false;
    take(done.answer, tenantId);
    // Other rows: from the first page of all kinds on.
    await navigate({ to: '/portal/users/import/$importId', params: { importId }, search: {}, replace: true });
    return true;
  };
  return {
    busy: busy || undoing.busy,
    map: (body: SentBodyOf<typeof mapUserImport>) =>
      show(() => call<typeof mapUserImport>({ method: 'PUT', path: `${path}/mapping`, params, body, pattern })),
    confirm: (confirmCount: number | null, invite: boolean) => {
      // Another administrator may have mapped the columns anew: what is confirmed is the preview of this page.
      const expected = kind === 'directory' ? { mapping, emptyCells } : undefined;
      const body = { ...(confirmCount !== null && { confirmCount }), ...(invite && { invite }), expected };
      return show(() =>
        call<typeof confirmUserImport>({ method: 'POST', path: `${path}/confirm`, params, body, pattern }),
      );
    },
    /** Invites those whom it made. */
    invite: () =>
      show(() => call<typeof inviteImportedUsers>({ method: 'POST', path: `${path}/invite`, params, pattern })),
    cancel: () =>
      show(() => call<typeof cancelUserImport>({ method: 'POST', path: `${path}/cancel`, params, pattern })),
    undo: () => undoing.undo({ call: 'undoUserImport', importId }),
    fetchResult: (rows: 'all' | 'wrong') =>
      run(() =>
        download<typeof downloadUserImportResult>({
          path: `${path}/result`,
          params,
          query: { rows },
          fallbackName: fileName,
        }),
      ),
  };
}

export type ImportActs = ReturnType<typeof useImportActs>;
