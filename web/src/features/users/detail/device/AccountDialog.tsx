import { useState } from 'react';
import { NumberDialog } from '../../../../base/device-login/NumberDialog.tsx';
import { useT } from '../../../../i18n/use-t.tsx';
import { Dropdown } from '../../../../ui/form/Dropdown.tsx';
import { type AccountType, isAccountNumber } from './account-room.ts';
import type { DeviceAccount, DeviceLogin, NewAccount } from './use-device-acts.ts';

type Props = {
  /** What there is room for. */
  room: DeviceLogin['deviceTypes'];
  /** The account that gets another number; a new one when absent. */
  replaced?: DeviceAccount | undefined;
  send: (account: NewAccount) => Promise<unknown>;
  onDone: () => void;
  onCancel: () => void;
};

/** A card or an entry of an address book: a new one, or another number in the place of one. */
export function AccountDialog({ room, replaced, send, onDone, onCancel }: Props) {
  const t = useT();
  const [deviceType, setDeviceType] = useState(replaced?.deviceType ?? room[0]?.deviceType ?? '');
  const types = replaced ? [replaced.type] : (room.find((one) => one.deviceType === deviceType)?.types ?? []);
  const [chosen, setType] = useState<AccountType>('card');
  const type = types.find((one) => one === chosen) ?? types[0] ?? 'card';
  const kind = type === 'card' ? 'card' : 'entry';
  return (
    <NumberDialog
      title={t(replaced ? `users.device.replace_${kind}` : 'users.device.add')}
      okLabel={t(replaced ? 'users.device.replace' : 'common.add')}
      words={{
        number: t(`users.device.number_${kind}`),
        help: t(`users.device.numberHelp_${kind}`),
        wrong: t(`users.device.numberWrong_${kind}`),
      }}
      isNumber={(text) => isAccountNumber(type, text)}
      send={(number) => send({ deviceType, type, number })}
      onDone={onDone}
      onCancel={onCancel}
    >
      {replaced ? (
        <p>{t('users.device.replaceEffect', { hint: replaced.hint, deviceType })}</p>
      ) : (
        <>
          <Dropdown
            label={t('users.device.deviceType')}
            value={deviceType}
            onChange={setDeviceType}
            choices={room.map((one) => ({ value: one.deviceType, label: one.deviceType }))}
          />
          <Dropdown
            label={t('users.device.type')}
            value={type}
            onChange={setType}
            choices={types.map((value) => ({ value, label: t(`users.device.type_${value}`) }))}
          />
        </>
      )}
    </NumberDialog>
  );
}
