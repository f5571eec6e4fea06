import type { ReactNode } from 'react';
import type { Device } from '#contract/devices/fields.ts';
import { MAX_DESCRIPTION_LENGTH } from '#contract/limits.ts';
import { roles } from '#contract/roles.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { CheckboxSet } from '../../../ui/form/CheckboxSet.tsx';
import { DateTimeText } from '../../../ui/text/DateTimeText.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import parts from '../../../ui/form/parts.module.css';
import { isTooLong } from './draft.ts';
import type { DeviceForm } from './use-device-form.ts';

type Props = { device: Device; form: DeviceForm; mayChange: boolean };

/** What the tenant says of a device, and what its maker and provider do. */
export function ProfileTab({ device, form, mayChange }: Props) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const { draft, change } = form;
  return (
    <>
      <SettingsCard title={t('devices.placeTitle')} why={t('devices.placeWhy')}>
        <TextBox
          label={t('common.deviceComment')}
          help={t('devices.commentHelp')}
          kind="multiline"
          rows={2}
          value={draft.description}
          onChange={(description) => change({ description })}
          validate={(value) =>
            isTooLong(value) ? t('devices.tooLong', { most: number.format(MAX_DESCRIPTION_LENGTH) }) : undefined
          }
          disabled={!mayChange}
        />
      </SettingsCard>
      <SettingsCard title={t('devices.roles')} why={t('devices.rolesWhy')}>
        <CheckboxSet
          label={t('devices.roles')}
          choices={roles.map((value) => ({ value, label: t(`common.role.${value}`) }))}
          value={draft.roles}
          onChange={(held) => change({ roles: held })}
          error={draft.roles.length === 0 ? t('devices.noRole') : undefined}
          disabled={!mayChange}
        />
      </SettingsCard>
      <MachineCard device={device} />
    </>
  );
}

/** To read: the provider registers it so. */
function MachineCard({ device }: { device: Device }) {
  const t = useT();
  const timeZone = timeZoneOf(useMe());
  const time = (value: string) => <DateTimeText value={value} timeZone={timeZone} />;
  const facts: [string, ReactNode][] = [
    [t('common.deviceType'), device.deviceType],
    [t('common.serialId'), device.serialId],
    [t('devices.credential'), t(`devices.credential_${device.credentialStatus}`)],
    [t('devices.lastSeen'), device.lastSeenAt ? time(device.lastSeenAt) : t('devices.never')],
    [t('devices.registered'), time(device.createdAt)],
  ];
  return (
    <SettingsCard title={t('devices.machine')} why={t('devices.machineWhy')}>
      <dl className={parts.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
    </SettingsCard>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
