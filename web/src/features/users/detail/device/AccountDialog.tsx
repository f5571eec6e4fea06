import { useState } from 'react';
import { fieldMistakes } from '../../../../base/failure.ts';
import { useAct } from '../../../../base/use-act.ts';
import { useT } from '../../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../../ui/page/AlertArea.tsx';
import { Dropdown } from '../../../../ui/form/Dropdown.tsx';
import { ModalDialog } from '../../../../ui/dialog/ModalDialog.tsx';
import { TextBox } from '../../../../ui/form/TextBox.tsx';
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
  const [number, setNumber] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const kind = type === 'card' ? 'card' : 'entry';
  const ok = async () => {
    const done = await run(
      () => send({ deviceType, type, number }),
      (error) => {
        const ids = { duplicated_params_onpremiseAccounts: 'number' } as const;
        const found = fieldMistakes<'number'>(error, ids, ['number'])?.number;
        if (found) setRefusal(t(`errors.${found}`));
        return found !== undefined;
      },
    );
    if (done) onDone();
  };
  return (
    <ModalDialog
      opened
      title={t(replaced ? `users.device.replace_${kind}` : 'users.device.add')}
      okLabel={t(replaced ? 'users.device.replace' : 'common.add')}
      okDisabled={!isAccountNumber(type, number)}
      busy={busy}
      onOk={() => void ok()}
      onCancel={onCancel}
    >
      <AlertArea alert={alert} />
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
      <TextBox
        label={t(`users.device.number_${kind}`)}
        help={t(`users.device.numberHelp_${kind}`)}
        required
        autoComplete="off"
        maxLength={200}
        value={number}
        onChange={(value) => {
          setNumber(value);
          setRefusal(undefined);
        }}
        validate={(value) => (isAccountNumber(type, value) ? undefined : t(`users.device.numberWrong_${kind}`))}
        error={refusal}
        data-autofocus
      />
    </ModalDialog>
  );
}
