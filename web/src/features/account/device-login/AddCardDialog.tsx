import { useState } from 'react';
import type { addCard } from '#contract/authentication/me-cards.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';

type Props = { deviceTypes: readonly string[]; onAdded: () => void; onCancel: () => void };

/** Whether a card number can be one: 4 to 64 letters and digits; spaces, hyphens and colons do not count. */
export function isCardNumber(value: string): boolean {
  return /^[A-Za-z0-9]{4,64}$/.test(value.replace(/[\s:-]/g, ''));
}

export function AddCardDialog({ deviceTypes, onAdded, onCancel }: Props) {
  const t = useT();
  const [deviceType, setDeviceType] = useState(deviceTypes[0] ?? '');
  const [number, setNumber] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const ok = async () => {
    const body = { deviceType, number };
    const done = await run(
      () => call<typeof addCard>({ method: 'POST', path: '/api/auth/me/cards', body }),
      (error) => {
        const ids = { duplicated_params_onpremiseAccounts: 'number' } as const;
        const found = fieldMistakes<'number'>(error, ids, ['number'])?.number;
        if (found) setRefusal(t(`errors.${found}`));
        return found !== undefined;
      },
    );
    if (done) onAdded();
  };
  return (
    <ModalDialog
      opened
      title={t('account.cards.add')}
      okLabel={t('common.add')}
      okDisabled={!isCardNumber(number)}
      busy={busy}
      onOk={() => void ok()}
      onCancel={onCancel}
    >
      <AlertArea alert={alert} />
      <Dropdown
        label={t('account.cards.deviceType')}
        value={deviceType}
        onChange={setDeviceType}
        choices={deviceTypes.map((value) => ({ value, label: value }))}
      />
      <TextBox
        label={t('account.cards.number')}
        help={t('account.cards.numberHelp')}
        required
        autoComplete="off"
        maxLength={200}
        value={number}
        onChange={(value) => {
          setNumber(value);
          setRefusal(undefined);
        }}
        validate={(value) => (isCardNumber(value) ? undefined : t('account.cards.numberWrong'))}
        error={refusal}
        data-autofocus
      />
    </ModalDialog>
  );
}
