import { useState } from 'react';
import { useGuest } from './context.tsx';
import { Field, type FieldProps } from './Field.tsx';

export type PasswordFieldProps = Omit<FieldProps, 'onChange' | 'value' | 'end' | 'type'> & {
  value: string;
  onChange: (value: string) => void;
  /** `off`: a secret of something else than a person. */
  autoComplete: 'current-password' | 'new-password' | 'off';
};

/** A password, never trimmed, with a button that shows or hides it. */
export function PasswordField({ value, onChange, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const { t } = useGuest();
  const toggle = (
    <button
      type="button"
      className="g-eye"
      aria-label={t(shown ? 'guest.hidePassword' : 'guest.showPassword')}
      title={t(shown ? 'guest.hidePassword' : 'guest.showPassword')}
      onClick={() => setShown(!shown)}
    >
      <svg
        viewBox="0 0 24 24"
        width="20"
        height="20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12Z" />
        <circle cx="12" cy="12" r="2.75" />
        {shown ? <path d="m4 4 16 16" /> : null}
      </svg>
    </button>
  );
  return (
    <Field
      spellCheck={false}
      autoCapitalize="none"
      {...field}
      type={shown ? 'text' : 'password'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      end={toggle}
    />
  );
}
