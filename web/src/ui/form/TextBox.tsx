import { InputBase, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TextKind, Validate } from './text-rules.ts';
import { useField } from './use-field.ts';
import { useT } from '../../i18n/use-t.tsx';

export type TextBoxProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Shown under the label, before the mistake. */
  help?: ReactNode;
  required?: boolean;
  /** Answers the mistake in a value that is not empty. */
  validate?: Validate;
  /** A mistake the server found. */
  error?: string | undefined;
  /** Gets the focus when its dialog opens. */
  'data-autofocus'?: boolean;
  kind?: Exclude<TextKind, 'password'>;
  rows?: number;
} & Pick<
  TextInputProps,
  | 'placeholder'
  | 'disabled'
  | 'autoComplete'
  | 'maxLength'
  | 'leftSection'
  | 'type'
  | 'name'
  | 'lang'
  | 'inputMode'
  | 'ref'
>;

const growing = { input: { resize: 'vertical' } } as const;

/** A textbox by the rules of spec section 5 (see text-rules.ts). */
export function TextBox({
  label,
  value,
  onChange,
  help,
  required,
  validate,
  error,
  kind = 'text',
  rows = 4,
  ref,
  type,
  leftSection,
  ...rest
}: TextBoxProps) {
  const t = useT();
  const field = useField({ value, onChange, kind, required, validate, error });
  const shared = { ...rest, ...field, label, description: help, required, errorProps: { role: 'alert' } };
  const asterisk = {
    withAsterisk: false,
    label: <FieldLabel label={label} required={required} caution={t('ui.requiredMark')} />,
  };
  // Not Mantine's Textarea, which brings along how one grows while typing.
  if (kind === 'multiline')
    return <InputBase component="textarea" multiline {...shared} {...asterisk} rows={rows} styles={growing} />;
  const inputMode = kind === 'text' ? rest.inputMode : 'numeric';
  return <TextInput {...shared} {...asterisk} ref={ref} type={type} leftSection={leftSection} inputMode={inputMode} />;
}

/** A label with the 'required' caution of the spec in words, not only a star. */
export function FieldLabel({
  label,
  required,
  caution,
}: {
  label: string;
  required: boolean | undefined;
  caution: string;
}) {
  return (
    <>
      {label}
      {required ? <span className="required-mark"> {caution}</span> : null}
    </>
  );
}
