import { useEffect, useRef } from 'react';
import { CONFIRM_CODE_LENGTH } from '#contract/limits.ts';
import type { FieldProps } from './Field.tsx';
import { TextField } from './TextField.tsx';

export type CodeFieldProps = Pick<FieldProps, 'label' | 'help' | 'error' | 'inputRef' | 'onBlur' | 'autoFocus'> & {
  value: string;
  onChange: (value: string) => void;
  /** Sends the form as soon as the last digit is there. */
  sendsItself?: boolean;
};

/** A 6-digit code of an authenticator app; phones and password managers offer it. */
export function CodeField({ value, onChange, sendsItself = false, ...field }: CodeFieldProps) {
  const form = useRef<HTMLElement>(null);
  useEffect(() => {
    if (sendsItself && value.length === CONFIRM_CODE_LENGTH) form.current?.closest('form')?.requestSubmit();
  }, [sendsItself, value]);
  return (
    <div ref={form as never}>
      <TextField
        {...field}
        required
        kind="digits"
        name="otp"
        className="g-code-field"
        autoComplete="one-time-code"
        value={value}
        onChange={(next) => onChange(next.slice(0, CONFIRM_CODE_LENGTH))}
      />
    </div>
  );
}
