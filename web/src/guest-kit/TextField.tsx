import type { FocusEvent } from 'react';
import { tidyText, type TextKind } from '../ui/form/text-rules.ts';
import { Field, type FieldProps } from './Field.tsx';

export type TextFieldProps = Omit<FieldProps, 'onChange' | 'value' | 'end'> & {
  value: string;
  onChange: (value: string) => void;
  /** `numeric` keeps digits only. A one-time code, which may begin with zeros, is `digits`. */
  kind?: TextKind;
};

/** A line of text, trimmed when left (spec section 5, "Textboxes"). */
export function TextField({ kind = 'text', value, onChange, onBlur, ...field }: TextFieldProps) {
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const tidy = tidyText(value, kind, 'blur');
    if (tidy !== value) onChange(tidy);
    onBlur?.(event);
  };
  return (
    <Field
      {...field}
      value={value}
      inputMode={kind === 'text' ? field.inputMode : 'numeric'}
      onChange={(event) => onChange(tidyText(event.currentTarget.value, kind, 'key'))}
      onBlur={leave}
    />
  );
}
