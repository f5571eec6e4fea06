import { useQueryClient } from '@tanstack/react-query';
import type {
  cancelDeviceExport,
  downloadDeviceExport,
  startDeviceExport,
} from '#contract/device-management/device-exports.ts';
import type { DeviceCondition } from '#contract/device-management/devices.ts';
import { call } from '../../../api/call.ts';
import { download } from '../../../api/download.ts';
import { deviceExportsKey } from '../../../base/jobs/job-queries.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';

const path = '/api/device/tenants/{tenantId}/deviceExport';
const pattern = 'powerUser';

/** Begins, stops and fetches exports of devices. */
export function useDeviceExportActs(say: (alert: AlertContent | undefined) => void) {
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const renew = () => queryClient.invalidateQueries({ queryKey: deviceExportsKey });
  return {
    busy,
    /** True when it has begun. */
    start: async (condition: DeviceCondition): Promise<boolean> => {
      const params = { tenantId };
      const done = await run(() =>
        call<typeof startDeviceExport>({ method: 'POST', path, params, body: { condition }, pattern }),
      );
      if (done) await renew();
      return done !== undefined;
    },
    cancel: async (exportStatusId: string) => {
      const params = { tenantId, exportStatusId };
      await run(() =>
        call<typeof cancelDeviceExport>({ method: 'POST', path: `${path}/{exportStatusId}/cancel`, params, pattern }),
      );
      await renew();
    },
    fetchPart: (exportStatusId: string, part: { index: number; fileName: string }) =>
      run(() =>
        download<typeof downloadDeviceExport>({
          path: `${path}/{exportStatusId}/download`,
          params: { tenantId, exportStatusId },
          query: { index: part.index },
          fallbackName: part.fileName,
        }),
      ),
  };
}
