import { useQueryClient } from '@tanstack/react-query';
import type { cancelUserExport, downloadUserExport, startUserExport } from '#contract/authentication/user-exports.ts';
import type { UserCondition } from '#contract/authentication/users-search.ts';
import { call } from '../../../api/call.ts';
import { download } from '../../../api/download.ts';
import { userExportsKey } from '../../../base/jobs/job-queries.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';

const path = '/api/auth/tenants/{tenantId}/userExport';
const pattern = 'powerUser';

/** Begins, stops and fetches exports. */
export function useExportActs(say: (alert: AlertContent | undefined) => void) {
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const renew = () => queryClient.invalidateQueries({ queryKey: userExportsKey });
  return {
    busy,
    /** True when it has begun. */
    start: async (condition: UserCondition): Promise<boolean> => {
      const params = { tenantId };
      const done = await run(() =>
        call<typeof startUserExport>({ method: 'POST', path, params, body: { condition }, pattern }),
      );
      if (done) await renew();
      return done !== undefined;
    },
    cancel: async (exportStatusId: string) => {
      const params = { tenantId, exportStatusId };
      await run(() =>
        call<typeof cancelUserExport>({ method: 'POST', path: `${path}/{exportStatusId}/cancel`, params, pattern }),
      );
      await renew();
    },
    fetchPart: (exportStatusId: string, part: { index: number; fileName: string }) =>
      run(() =>
        download<typeof downloadUserExport>({
          path: `${path}/{exportStatusId}/download`,
          params: { tenantId, exportStatusId },
          query: { index: part.index },
          fallbackName: part.fileName,
        }),
      ),
  };
}
