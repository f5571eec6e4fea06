import { type ReactNode, useState } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { ModalDialog } from '../../ui/dialog/ModalDialog.tsx';
import { TextBox } from '../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../ui/page/AlertArea.tsx';
import { fieldMistakes } from '../failure.ts';
import { useAct } from '../use-act.ts';

/** Whether a text can be a card's number, as the server reads it: spaces, hyphens and colons do not count. */
export function isCardNumber(text: string): boolean {
  return /^[A-Za-z0-9]{4,64}$/.test(text.replace(/[\s:-]/g, ''));
}

type Props = {
  title: string;
  okLabel: string;
  /** What is entered, what it may be, and what is said where it cannot be one. */
  words: { number: string; help: string; wrong: string };
  isNumber: (text: string) => boolean;
  send: (number: string) => Promise<unknown>;
  onDone: () => void;
  onCancel: () => void;
  /** Above the number: what it is for. */
  children: ReactNode;
};

/** By what a device will know somebody: the number of a card, or the id of an entry of its address book. */
export function NumberDialog({ title, okLabel, words, isNumber, send, onDone, onCancel, children }: Props) {
  const t = useT();
  const [number, setNumber] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const ok = async () => {
    const done = await run(
      () => send(number),
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
      title={title}
      okLabel={okLabel}
      okDisabled={!isNumber(number)}
      busy={busy}
      onOk={() => void ok()}
      onCancel={onCancel}
    >
      <AlertArea alert={alert} />
      {children}
      <TextBox
        label={words.number}
        help={words.help}
        required
        autoComplete="off"
        maxLength={200}
        value={number}
        onChange={(value) => {
          setNumber(value);
          setRefusal(undefined);
        }}
        validate={(value) => (isNumber(value) ? undefined : words.wrong)}
        error={refusal}
        data-autofocus
      />
    </ModalDialog>
  );
}
