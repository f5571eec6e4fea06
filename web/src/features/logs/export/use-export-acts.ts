import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type {
  cancelLogExport,
  downloadLogExport,
  downloadLogManifest,
  startLogExport,
} from '#contract/authentication/log-exports.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { download } from '../../../api/download.ts';
import { logExportsKey } from '../../../base/jobs/job-queries.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';

const path = '/api/auth/tenants/{tenantId}/logExport';
const pattern = 'powerUser';

/** Begins, stops and fetches exports of logs. */
export function useLogExportActs(say: (alert: AlertContent | undefined) => void) {
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  return useMemo(() => {
    const renew = () => queryClient.invalidateQueries({ queryKey: logExportsKey });
    return {
      busy,
      /** True when it has begun. */
      start: async (body: Omit<SentBodyOf<typeof startLogExport>, 'condition'> & { condition: object }) => {
        const sent = body as SentBodyOf<typeof startLogExport>;
        const done = await run(() =>
          call<typeof startLogExport>({ method: 'POST', path, params: { tenantId }, body: sent, pattern }),
        );
        if (done) await renew();
        return done !== undefined;
      },
      cancel: async (exportStatusId: string) => {
        const params = { tenantId, exportStatusId };
        const at = `${path}/{exportStatusId}/cancel` as const;
        await run(() => call<typeof cancelLogExport>({ method: 'POST', path: at, params, pattern }));
        await renew();
      },
      fetchPart: (exportStatusId: string, part: { index: number; fileName: string }) =>
        run(() =>
          download<typeof downloadLogExport>({
            path: `${path}/{exportStatusId}/download`,
            params: { tenantId, exportStatusId },
            query: { index: part.index },
            fallbackName: part.fileName,
          }),
        ),
      fetchManifest: (exportStatusId: string) =>
        run(() =>
          download<typeof downloadLogManifest>({
            path: `${path}/{exportStatusId}/manifest`,
            params: { tenantId, exportStatusId },
            fallbackName: 'manifest.json',
          }),
        ),
    };
  }, [tenantId, queryClient, busy, run]);
}
