import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { useGuest } from './context.tsx';

export type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'children' | 'prefix'> & {
  label: string;
  /** What to enter, shown before the mistake. */
  help?: ReactNode;
  /** What is wrong; announced. */
  error?: string | undefined;
  /** Stands inside the field at its end. */
  end?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
};

/** Label above, input, help under it, error under that. Optional fields are marked, since most are required. */
export function Field({ label, help, error, end, inputRef, id, className = '', ...input }: FieldProps) {
  const own = useId();
  const { t } = useGuest();
  const fieldId = id ?? own;
  const describedBy = [input['aria-describedby'], error && `${fieldId}-error`, help && `${fieldId}-help`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={`g-field ${className}`}>
      <label htmlFor={fieldId}>
        {label}
        {input.required ? null : <span className="g-optional"> {t('guest.optional')}</span>}
      </label>
      <div className="g-input">
        <input
          {...input}
          id={fieldId}
          ref={inputRef}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        {end}
      </div>
      <p className="g-error" id={`${fieldId}-error`} aria-live="polite">
        {error}
      </p>
      {help ? (
        <div className="g-help" id={`${fieldId}-help`}>
          {help}
        </div>
      ) : null}
    </div>
  );
}
