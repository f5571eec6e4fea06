import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import type { Device } from '#contract/devices/fields.ts';
import { formatDateTime } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { DetailHeader } from '../../../ui/page/DetailHeader.tsx';
import { StatusBadge, type Tone } from '../../../ui/text/StatusBadge.tsx';
import classes from '../devices.module.css';
import parts from '../../../ui/form/parts.module.css';
import { DeviceActs } from './DeviceActs.tsx';

type Props = { device: Device; mayChange: boolean; say: (alert: AlertContent | undefined) => void };

const toneOf: Record<Device['credentialStatus'], Tone> = {
  none: 'neutral',
  issued: 'neutral',
  active: 'good',
  revoked: 'warning',
  cloned: 'bad',
};

/** Which device it is, whether it can sign in as itself, when it was last seen, and the menu of acts. */
export function DeviceHead({ device, mayChange, say }: Props) {
  const t = useT();
  const language = useLanguage();
  const timeZone = timeZoneOf(useMe());
  const { credentialStatus: credential, lastSeenAt } = device;
  return (
    <DetailHeader
      name={device.deviceId}
      sign={
        <span className={classes.sign} aria-hidden="true">
          <IconPrinter size={26} stroke={1.5} />
        </span>
      }
      id={{ label: t('common.serialId'), value: device.serialId }}
      status={
        <>
          <StatusBadge tone={toneOf[credential]}>{t(`devices.credential_${credential}`)}</StatusBadge>
          <span className={parts.note}>{device.deviceType}</span>
          <span className={parts.note}>
            {lastSeenAt
              ? t('devices.seenAt', { time: formatDateTime(new Date(lastSeenAt), language, timeZone) })
              : t('devices.neverSeen')}
          </span>
        </>
      }
      actions={mayChange ? <DeviceActs device={device} say={say} /> : null}
    />
  );
}
