import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { updateDevice } from '#contract/device-management/devices.ts';
import type { Device } from '#contract/device-management/fields.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { useMe } from '../../../app/session-queries.ts';
import { useAct } from '../../../app/use-act.ts';
import { withoutSent } from '../../../app/without-sent.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/AlertArea.tsx';
import { devicesKey, deviceQuery } from '../queries.ts';
import { changesOf, type Draft, draftOf, isValid, undoOf } from './draft.ts';

type Body = SentBodyOf<typeof updateDevice>;
export type DeviceForm = ReturnType<typeof useDeviceForm>;

/** What is typed and chosen is kept until it is saved or discarded, whatever tab is open. */
export function useDeviceForm(device: Device, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Partial<Draft>>({});
  const { busy, run } = useAct(say);
  const { deviceId } = device;
  const saved = draftOf(device);
  const draft = { ...saved, ...edits };
  const changes = changesOf(saved, draft);
  const put = async (body: Body): Promise<boolean> => {
    const path = '/api/device/tenants/{tenantId}/devices/{deviceId}';
    const params = { tenantId, deviceId };
    const done = await run(() =>
      call<typeof updateDevice>({ method: 'PUT', path, params, body, pattern: 'powerUser' }),
    );
    if (!done) return false;
    queryClient.setQueryData(deviceQuery(tenantId, deviceId).queryKey, done.answer);
    void queryClient.invalidateQueries({ queryKey: devicesKey });
    return true;
  };
  const save = async () => {
    if (!(await put(changes))) return;
    setEdits((now) => withoutSent(now, edits));
    const back = undoOf(changes, saved);
    say({
      kind: 'success',
      text: t('devices.saved', { deviceId }),
      action: { label: t('common.undo'), onClick: () => void undo(back) },
    });
  };
  // What stands in the boxes meanwhile is not what is undone: it stays.
  const undo = async (back: Body) => {
    if (await put(back)) say({ kind: 'success', text: t('devices.undone', { deviceId }) });
  };
  return {
    draft,
    busy,
    changed: Object.keys(changes).length > 0,
    valid: isValid(draft),
    change: (part: Partial<Draft>) => setEdits((before) => ({ ...before, ...part })),
    save: () => void save(),
    discard: () => setEdits({}),
  };
}
