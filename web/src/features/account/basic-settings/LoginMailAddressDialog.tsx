import { useState } from 'react';
import { MAX_MAIL_ADDRESS_LENGTH } from '#contract/limits.ts';
import { isMailAddress } from '#contract/rules.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';

type Props = {
  current: string | null;
  send: (address: string) => Promise<unknown>;
  onSent: (address: string) => void;
  onCancel: () => void;
};

/** Asks for the new login mail address and has the confirmation mailed to it. */
export function LoginMailAddressDialog({ current, send, onSent, onCancel }: Props) {
  const t = useT();
  const [address, setAddress] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const mistake = (value: string) => {
    if (!isMailAddress(value)) return t('account.basic.mailAddress_invalid');
    return value.toLowerCase() === current?.toLowerCase() ? t('account.loginMail.same') : undefined;
  };
  const wanted = address.trim();
  const ok = async () => {
    const done = await run(
      () => send(wanted),
      (error) => {
        const found = fieldMistakes(error, {}, ['loginMailAddress'] as const)?.loginMailAddress;
        if (found) setRefusal(t(`errors.${found}`));
        return found !== undefined;
      },
    );
    if (done) onSent(wanted);
  };
  return (
    <ModalDialog
      opened
      title={t('account.loginMail.dialogTitle')}
      okLabel={t('account.loginMail.sendLink')}
      okDisabled={wanted === '' || mistake(wanted) !== undefined}
      busy={busy}
      onOk={() => void ok()}
      onCancel={onCancel}
    >
      <p>{t('account.loginMail.dialogWhy')}</p>
      <AlertArea alert={alert} />
      <TextBox
        label={t('account.loginMail.newAddress')}
        type="email"
        autoComplete="email"
        maxLength={MAX_MAIL_ADDRESS_LENGTH}
        required
        value={address}
        onChange={(value) => {
          setAddress(value);
          setRefusal(undefined);
        }}
        validate={mistake}
        error={refusal}
        data-autofocus
      />
    </ModalDialog>
  );
}
