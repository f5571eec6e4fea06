import { useState } from 'react';
import { isPin, type PinPolicy } from '#contract/rules.ts';
import { fieldMistakes } from '../failure.ts';
import { useAct } from '../use-act.ts';
import { useT } from '../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../ui/page/AlertArea.tsx';
import { ModalDialog } from '../../ui/dialog/ModalDialog.tsx';
import { PasswordBox } from '../../ui/form/PasswordBox.tsx';

type Props = {
  /** The dialog says whose PIN it is, and what becomes of the one before. */
  words: { title: string; why: string; pin: string; rule: string };
  rules: PinPolicy;
  send: (userCode: string) => Promise<unknown>;
  onDone: () => void;
  onCancel: () => void;
};

/** A PIN that was chosen, not made; its rules stand there before the mistake. */
export function PinDialog({ words, rules, send, onDone, onCancel }: Props) {
  const t = useT();
  const [pin, setPin] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
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
      title={words.title}
      okLabel={t('common.save')}
      okDisabled={!isPin(pin, rules)}
      busy={busy}
      onOk={() => void ok()}
      onCancel={onCancel}
    >
      <p>{words.why}</p>
      <AlertArea alert={alert} />
      <PasswordBox
        label={words.pin}
        help={words.rule}
        required
        autoComplete="off"
        inputMode={rules.characters === 'digits' ? 'numeric' : 'text'}
        value={pin}
        onChange={(value) => {
          setPin(value);
          setRefusal(undefined);
        }}
        validate={(value) => (isPin(value, rules) ? undefined : words.rule)}
        error={refusal}
        data-autofocus
      />
    </ModalDialog>
  );
}
