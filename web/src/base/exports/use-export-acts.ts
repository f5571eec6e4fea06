import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { cancelLogExport, downloadLogExport, startLogExport } from '#contract/logs/log-exports.ts';
import type { cancelUserExport, downloadUserExport, startUserExport } from '#contract/people/user-exports.ts';
import type { cancelDeviceExport, downloadDeviceExport, startDeviceExport } from '#contract/devices/device-exports.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../api/call.ts';
import { download } from '../../api/download.ts';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { jobsKey } from '../jobs/job-queries.ts';
import { useMe } from '../session-queries.ts';
import { useAct } from '../use-act.ts';

export type StartExport = typeof startUserExport | typeof startLogExport | typeof startDeviceExport;
type Cancel = typeof cancelUserExport | typeof cancelLogExport | typeof cancelDeviceExport;
type Download = typeof downloadUserExport | typeof downloadLogExport | typeof downloadDeviceExport;

/** A kind of exports: where its calls are. */
export type ExportKind<Of extends StartExport = StartExport> = { path: Of['path'] };

export const userExports: ExportKind<typeof startUserExport> = {
  path: '/api/auth/tenants/{tenantId}/userExport',
};
export const deviceExports: ExportKind<typeof startDeviceExport> = {
  path: '/api/device/tenants/{tenantId}/deviceExport',
};
export const logExports: ExportKind<typeof startLogExport> = {
  path: '/api/auth/tenants/{tenantId}/logExport',
};

const pattern = 'powerUser';

/** Begins, stops and fetches exports of a kind. */
export function useExportActs<Of extends StartExport>({ path }: ExportKind<Of>, say: (alert?: AlertContent) => void) {
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  return useMemo(() => {
    const renew = () => queryClient.invalidateQueries({ queryKey: jobsKey });
    return {
      busy,
      run,
      /** Its id, when it has begun. */
      start: async (body: SentBodyOf<Of>): Promise<string | undefined> => {
        const sent = body as SentBodyOf<StartExport>;
        const done = await run(() =>
          call<StartExport>({ method: 'POST', path, params: { tenantId }, body: sent, pattern }),
        );
        if (done) await renew();
        return done?.answer.exportStatusId;
      },
      cancel: async (exportStatusId: string) => {
        const params = { tenantId, exportStatusId };
        const at = `${path}/{exportStatusId}/cancel` as Cancel['path'];
        await run(() => call<Cancel>({ method: 'POST', path: at, params, pattern }));
        await renew();
      },
      fetchPart: (exportStatusId: string, part: { index: number; fileName: string }) =>
        run(() =>
          download<Download>({
            path: `${path}/{exportStatusId}/download` as Download['path'],
            params: { tenantId, exportStatusId },
            query: { index: part.index },
            fallbackName: part.fileName,
          }),
        ),
    };
  }, [tenantId, queryClient, busy, run, path]);
}

export type ExportActs = Omit<ReturnType<typeof useExportActs>, 'start'>;
