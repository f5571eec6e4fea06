import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useSaveKeys } from './use-save-keys.ts';

const Checked = createContext(false);

/** Whether a field shows its mistake although nobody has been in it: its form was to be sent as it is. */
export const useIsChecked = (): boolean => useContext(Checked);

type Props = {
  /** Whether every field is filled in as it has to be. */
  isRight: boolean;
  busy: boolean;
  /** Only called where everything is right. What the server refuses is given to the fields. */
  onSend: () => Promise<void>;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * A form whose button can always be pressed: pressing it, Enter or Ctrl-S marks what is missing or wrong and goes to the first
 * such field, also where the server found it. A grey button would not say why.
 */
export function CheckedForm({ isRight, busy, onSend, className, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [isChecked, setIsChecked] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  useSaveKeys(() => form.current?.requestSubmit());
  const submit = async () => {
    setIsChecked(!isRight);
    if (isRight) await onSend();
    setTries((before) => before + 1);
  };
  return (
    <form
      ref={form}
      className={className}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <Checked value={isChecked}>{children}</Checked>
    </form>
  );
}
