import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import { useState, type ReactNode } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { FieldLabel } from './TextBox.tsx';
import type { Validate } from './text-rules.ts';
import { useField } from './use-field.ts';

export type PasswordBoxProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password' | 'one-time-code' | 'off';
  help?: ReactNode;
  required?: boolean;
  validate?: Validate;
  error?: string | undefined;
  /** Gets the focus when its dialog opens. */
  'data-autofocus'?: boolean;
} & Pick<TextInputProps, 'name' | 'disabled' | 'aria-describedby' | 'inputMode'>;

/** A password: never trimmed, hidden until its eye is pressed. */
export function PasswordBox({ label, value, onChange, help, required, validate, error, ...rest }: PasswordBoxProps) {
  const t = useT();
  const [shown, setShown] = useState(false);
  const field = useField({ value, onChange, kind: 'password', required, validate, error });
  const Icon = shown ? IconEyeOff : IconEye;
  const says = t(shown ? 'ui.hidePassword' : 'ui.showPassword');
  return (
    <TextInput
      {...rest}
      {...field}
      type={shown ? 'text' : 'password'}
      label={<FieldLabel label={label} required={required} caution={t('ui.requiredMark')} />}
      description={help}
      required={required}
      withAsterisk={false}
      spellCheck={false}
      autoCapitalize="none"
      errorProps={{ role: 'alert' }}
      rightSection={
        <ActionIcon variant="subtle" color="gray" aria-label={says} title={says} onClick={() => setShown(!shown)}>
          <Icon size={18} stroke={1.75} />
        </ActionIcon>
      }
    />
  );
}
