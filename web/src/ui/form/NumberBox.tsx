import { useState } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { TextBox, type TextBoxProps } from './TextBox.tsx';

export type NumberBoxProps = {
  value: number;
  onChange: (value: number) => void;
  least: number;
  most: number;
} & Pick<TextBoxProps, 'label' | 'help' | 'error' | 'disabled'>;

/** A whole number from `least` to `most`. What is typed and is none stays in the box with its mistake, and only there. */
export function NumberBox({ value, onChange, least, most, ...rest }: NumberBoxProps) {
  const t = useT();
  const [typed, setTyped] = useState<string>();
  const fits = (text: string) => text !== '' && Number(text) >= least && Number(text) <= most;
  // Once it fits, the value alone counts: it may also change from outside.
  const shown = typed === undefined || fits(typed) ? String(value) : typed;
  return (
    <TextBox
      {...rest}
      kind="numeric"
      required
      autoComplete="off"
      maxLength={String(most).length + 1}
      value={shown}
      onChange={(text) => {
        setTyped(text);
        if (fits(text)) onChange(Number(text));
      }}
      validate={(text) => (fits(text) ? undefined : t('ui.numberRange', { least, most }))}
    />
  );
}
