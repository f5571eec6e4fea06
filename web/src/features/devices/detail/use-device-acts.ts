import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { enrolDevice, revokeDevice } from '#contract/devices/credentials.ts';
import type { deleteDevice } from '#contract/devices/devices.ts';
import type { Device } from '#contract/devices/fields.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../base/paths.ts';
import { renewPeople } from '../../../base/renewal.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { devicesKey, deviceQuery } from '../queries.ts';

export type Enrolment = AnswerOf<typeof enrolDevice>;

const path = '/api/device/tenants/{tenantId}/devices/{deviceId}';
const pattern = 'powerUser';

/** The acts of a device's menu; what was done, or why not, is said by `say`. */
export function useDeviceActs({ deviceId }: Device, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const params = { tenantId, deviceId };
  const renew = () => queryClient.invalidateQueries({ queryKey: devicesKey });
  return {
    busy,
    /** The code to show, once; undefined when none was issued. */
    enrol: async (): Promise<Enrolment | undefined> => {
      const done = await run(() =>
        call<typeof enrolDevice>({ method: 'POST', path: `${path}/credential`, params, pattern }),
      );
      await renew();
      return done?.answer;
    },
    revoke: async () => {
      const done = await run(() =>
        call<typeof revokeDevice>({ method: 'DELETE', path: `${path}/credential`, params, pattern }),
      );
      await renew();
      if (done) say({ kind: 'success', text: t('devices.done.revoke', { deviceId }) });
    },
    remove: async () => {
      const done = await run(() => call<typeof deleteDevice>({ method: 'DELETE', path, params, pattern }));
      if (!done) return;
      await navigate({ to: paths.devices, search: {}, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: deviceQuery(tenantId, deviceId).queryKey });
      await renewPeople(queryClient);
    },
  };
}
