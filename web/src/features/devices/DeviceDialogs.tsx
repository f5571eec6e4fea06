import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { deleteDevice, updateDevice } from '#contract/device-management/devices.ts';
import type { Device } from '#contract/device-management/fields.ts';
import { MAX_DESCRIPTION_LENGTH } from '#contract/limits.ts';
import { type Role, roles } from '#contract/roles.ts';
import { codePointLength } from '#contract/rules.ts';
import { call } from '../../api/call.ts';
import { useMe } from '../../app/session-queries.ts';
import { useAct } from '../../app/use-act.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../ui/AlertArea.tsx';
import { CheckboxSet } from '../../ui/CheckboxSet.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ModalDialog } from '../../ui/ModalDialog.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
import { devicesKey } from './queries.ts';

type DialogProps = { device: Device; say: (alert: AlertContent | undefined) => void; onClose: () => void };

const path = '/api/device/tenants/{tenantId}/devices/{deviceId}';

/** The comment and the roles of a device. */
export function EditDevice({ device, say, onClose }: DialogProps) {
  const t = useT();
  const { tenantId } = useMe();
  const number = new Intl.NumberFormat(useLanguage());
  const queryClient = useQueryClient();
  const { deviceId } = device;
  const [description, setDescription] = useState(device.description);
  const [held, setHeld] = useState<Role[]>(roles.filter((role) => device.roles.includes(role)));
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const isTooLong = codePointLength(description.trim()) > MAX_DESCRIPTION_LENGTH;
  const save = async () => {
    const done = await run(() =>
      call<typeof updateDevice>({
        method: 'PUT',
        path,
        params: { tenantId, deviceId },
        body: { description: description.trim(), roles: held },
        pattern: 'powerUser',
      }),
    );
    if (!done) return;
    await queryClient.invalidateQueries({ queryKey: devicesKey });
    say({ kind: 'success', text: t('devices.saved', { deviceId }) });
    onClose();
  };
  return (
    <ModalDialog
      opened
      title={t('devices.edit', { deviceId })}
      okLabel={t('common.save')}
      okDisabled={isTooLong || held.length === 0}
      busy={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <TextBox
        data-autofocus
        label={t('devices.comment')}
        help={t('devices.commentHelp')}
        kind="multiline"
        rows={2}
        value={description}
        onChange={setDescription}
        validate={(value) =>
          codePointLength(value.trim()) > MAX_DESCRIPTION_LENGTH
            ? t('devices.tooLong', { most: number.format(MAX_DESCRIPTION_LENGTH) })
            : undefined
        }
      />
      <CheckboxSet
        label={t('devices.roles')}
        help={t('devices.rolesWhy')}
        choices={roles.map((value) => ({ value, label: t(`common.role.${value}`) }))}
        value={held}
        onChange={setHeld}
        error={held.length === 0 ? t('devices.noRole') : undefined}
      />
      <AlertArea alert={alert} />
    </ModalDialog>
  );
}

/** Removes a device; says what ends with it. */
export function DeleteDevice({ device, say, onClose }: DialogProps) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { deviceId } = device;
  const { busy, run } = useAct(say);
  const remove = async () => {
    const params = { tenantId, deviceId };
    const done = await run(() => call<typeof deleteDevice>({ method: 'DELETE', path, params, pattern: 'powerUser' }));
    await queryClient.invalidateQueries({ queryKey: devicesKey });
    onClose();
    if (done) say({ kind: 'success', text: t('devices.deleted', { deviceId }) });
  };
  return (
    <ConfirmDialog
      opened
      title={t('devices.deleteTitle', { deviceId })}
      okLabel={t('common.delete')}
      danger
      busy={busy}
      onOk={() => void remove()}
      onCancel={onClose}
    >
      <p>{t('devices.deleteEffect')}</p>
    </ConfirmDialog>
  );
}
