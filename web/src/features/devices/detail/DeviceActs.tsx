import { Button } from '@mantine/core';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import { useState } from 'react';
import type { Device } from '#contract/devices/fields.ts';
import { formatDateTime } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { PopoverButton, PopoverItem } from '../../../ui/dialog/PopoverButton.tsx';
import { ReadOnlyTextBox } from '../../../ui/form/ReadOnlyTextBox.tsx';
import { ShownOnceDialog } from '../../../ui/dialog/ShownOnceDialog.tsx';
import parts from '../../../ui/form/parts.module.css';
import { type Enrolment, useDeviceActs } from './use-device-acts.ts';

type Props = { device: Device; say: (alert: AlertContent | undefined) => void };
type Act = 'enrol' | 'revoke' | 'delete';

/** The acts of a device's menu, each asked about before: a new enrollment code, taking the credential back, deleting. */
export function DeviceActs({ device, say }: Props) {
  const t = useT();
  const [asked, setAsked] = useState<Act>();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const { busy, enrol, revoke, remove } = useDeviceActs(device, say);
  const { deviceId, credentialStatus } = device;
  const canSignIn = credentialStatus === 'issued' || credentialStatus === 'active';
  const acts: Record<Act, () => Promise<unknown>> = {
    enrol: async () => setEnrolment(await enrol()),
    revoke,
    delete: remove,
  };
  const offered: Act[] = canSignIn ? ['enrol', 'revoke', 'delete'] : ['enrol', 'delete'];
  return (
    <>
      <PopoverButton
        label={t('devices.acts')}
        target={(properties) => (
          <Button {...properties} variant="default" leftSection={<IconDotsVertical size={16} aria-hidden="true" />}>
            {t('devices.acts')}
          </Button>
        )}
      >
        {offered.map((act) => (
          <PopoverItem key={act} onClick={() => setAsked(act)}>
            {act === 'enrol' ? t('devices.act.enrol') : <span className={parts.danger}>{t(`devices.act.${act}`)}</span>}
          </PopoverItem>
        ))}
      </PopoverButton>
      <ConfirmDialog
        opened={asked !== undefined}
        title={asked ? t(`devices.ask.${asked}`, { deviceId }) : ''}
        okLabel={asked ? t(`devices.act.${asked}`) : ''}
        danger={asked !== 'enrol' || canSignIn}
        busy={busy}
        onOk={() => asked && void acts[asked]().then(() => setAsked(undefined))}
        onCancel={() => setAsked(undefined)}
      >
        {asked ? <p>{t(`devices.effect.${asked}`)}</p> : null}
        {asked === 'enrol' && canSignIn ? <p>{t('devices.effect.enrolAnew')}</p> : null}
      </ConfirmDialog>
      {enrolment ? <EnrolmentDialog enrolment={enrolment} onClose={() => setEnrolment(undefined)} /> : null}
    </>
  );
}

/** The code that sets the device up, shown this once. */
function EnrolmentDialog({ enrolment, onClose }: { enrolment: Enrolment; onClose: () => void }) {
  const t = useT();
  const language = useLanguage();
  const timeZone = timeZoneOf(useMe());
  return (
    <ShownOnceDialog
      title={t('devices.enrolledTitle', { deviceId: enrolment.deviceId })}
      okLabel={t('devices.enrolledNoted')}
      width={520}
      onClose={onClose}
    >
      <p>{t('devices.enrolledWhy')}</p>
      <ReadOnlyTextBox label={t('devices.enrolmentCode')} value={enrolment.credential} />
      <p className={parts.note}>
        {t('devices.usableUntil', { time: formatDateTime(new Date(enrolment.expiresAt), language, timeZone) })}
      </p>
    </ShownOnceDialog>
  );
}
