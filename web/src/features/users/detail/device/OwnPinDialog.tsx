import { useState } from 'react';
import { isPin } from '#contract/rules.ts';
import { fieldMistakes } from '../../../../app/failure.ts';
import { useAct } from '../../../../app/use-act.ts';
import { useT } from '../../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../../ui/AlertArea.tsx';
import { ModalDialog } from '../../../../ui/ModalDialog.tsx';
import { PasswordBox } from '../../../../ui/PasswordBox.tsx';
import type { DeviceLogin } from './use-device-acts.ts';

type Props = {
  rules: DeviceLogin['userCode'];
  send: (userCode: string) => Promise<unknown>;
  onDone: () => void;
  onCancel: () => void;
};

/** A PIN that was agreed on with the user; its rules stand there before the mistake. */
export function OwnPinDialog({ rules, send, onDone, onCancel }: Props) {
  const t = useT();
  const [pin, setPin] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const rule = t(`users.device.pinRule_${rules.characters}`, { least: rules.minLength, most: rules.maxLength });
  const ok = async () => {
    const done = await run(
      () => send(pin),
      (error) => {
        const ids = { invalid_params_user_code: 'pin', duplicated_params_userCode: 'pin' } as const;
        const found = fieldMistakes<'pin'>(error, ids)?.pin;
        if (found) setRefusal(t(`errors.${found}`));
        return found !== undefined;
      },
    );
    if (done) onDone();
  };
  return (
    <ModalDialog
      opened
      title={t('users.device.pinChoose')}
      okLabel={t('common.save')}
      okDisabled={!isPin(pin, rules)}
      busy={busy}
      onOk={() => void ok()}
      onCancel={onCancel}
    >
      <p>{t('users.device.pinChooseWhy')}</p>
      <AlertArea alert={alert} />
      <PasswordBox
        label={t('users.device.pinNew')}
        help={rule}
        required
        autoComplete="off"
        inputMode={rules.characters === 'digits' ? 'numeric' : 'text'}
        value={pin}
        onChange={(value) => {
          setPin(value);
          setRefusal(undefined);
        }}
        validate={(value) => (isPin(value, rules) ? undefined : rule)}
        error={refusal}
        data-autofocus
      />
    </ModalDialog>
  );
}
