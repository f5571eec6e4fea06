import { useState } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { afterPress } from './after-press.ts';
import { useIsChecked } from './CheckedForm.tsx';
import { useReportMistake } from './form-scope.tsx';
import { checkField, tidyText, untouched, type TextKind, type Validate } from './text-rules.ts';

export type FieldOptions = {
  value: string;
  onChange: (value: string) => void;
  kind: TextKind;
  required?: boolean | undefined;
  validate?: Validate | undefined;
  /** A mistake the server found; it stays until the value changes. */
  error?: string | undefined;
};

/**
 * What every textbox does: tidies what is typed, and shows a mistake on leaving or Enter, then after every key. Enter
 * would else say nothing where a grey button keeps it from being sent.
 */
export function useField({ value, onChange, kind, required, validate, error }: FieldOptions) {
  const t = useT();
  const [check, setCheck] = useState(untouched);
  const isChecked = useIsChecked();
  const mistakeIn = (text: string) => {
    if (text === '') return required ? t('ui.required') : undefined;
    return validate?.(text);
  };
  useReportMistake(mistakeIn(value) !== undefined);
  const take = (text: string, when: 'key' | 'blur') => {
    const tidy = tidyText(text, kind, when);
    if (tidy !== value) onChange(tidy);
    const show = () => setCheck((before) => checkField(before, when, mistakeIn(tidy)));
    if (when === 'blur') afterPress(show);
    else show();
  };
  return {
    value,
    error: error ?? check.error ?? (isChecked ? mistakeIn(tidyText(value, kind, 'blur')) : undefined),
    onChange: (event: { currentTarget: { value: string } }) => take(event.currentTarget.value, 'key'),
    onBlur: () => take(value, 'blur'),
    onKeyDown: ({ key, nativeEvent }: { key: string; nativeEvent: { isComposing: boolean } }) => {
      if (key === 'Enter' && kind !== 'multiline' && !nativeEvent.isComposing) take(value, 'blur');
    },
  };
}
