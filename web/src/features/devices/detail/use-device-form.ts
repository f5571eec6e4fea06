import { useQueryClient } from '@tanstack/react-query';
import type { updateDevice } from '#contract/devices/devices.ts';
import type { Device } from '#contract/devices/fields.ts';
import { call } from '../../../api/call.ts';
import type { Body } from '../../../base/editing/editing.ts';
import { useSaving } from '../../../base/editing/use-saving.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { devicesKey, deviceQuery } from '../queries.ts';
import { type Draft, deviceForm, draftOf, isValid } from './draft.ts';

export type DeviceForm = ReturnType<typeof useDeviceForm>;

/** What is typed and chosen is kept until it is saved or discarded, whatever tab is open. */
export function useDeviceForm(device: Device, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { deviceId } = device;
  const query = deviceQuery(tenantId, deviceId);
  const put = async (changes: Body, expected: Body): Promise<Device> => {
    const path = '/api/device/tenants/{tenantId}/devices/{deviceId}';
    const params = { tenantId, deviceId };
    const body = { ...changes, expected };
    const answer = await call<typeof updateDevice>({ method: 'PUT', path, params, body, pattern: 'powerUser' });
    queryClient.setQueryData(query.queryKey, answer);
    void queryClient.invalidateQueries({ queryKey: devicesKey });
    return answer;
  };
  const { run: _, ...saving } = useSaving<Draft, Device>({
    saved: draftOf(device),
    form: deviceForm,
    put,
    draftOf,
    renew: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    say,
    savedText: () => t('devices.saved', { deviceId }),
    undoneText: t('devices.undone', { deviceId }),
  });
  return { ...saving, valid: isValid(saving.draft) };
}
