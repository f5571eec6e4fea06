import { inOneForm } from '#contract/text-forms.ts';

/**
 * What a textbox does to what is typed (spec section 5, "Textboxes"), as pure rules.
 * `text` is one line, `multiline` several, `numeric` a number (digits without leading zeros), `digits` a code that may
 * begin with zeros, `password` is never touched.
 */
export type TextKind = 'text' | 'multiline' | 'numeric' | 'digits' | 'password';

/** Digits written in full width (Japanese keyboards) count as digits. */
function plainDigits(value: string): string {
  return value.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0)).replace(/[^0-9]/g, '');
}

/**
 * Tidies a value after a key or when the box is left. Whitespace is trimmed on leaving only (or one could not type
 * two words), of several lines only at the end, of passwords never. Then it is also in the form in which the server
 * keeps and measures it.
 */
export function tidyText(value: string, kind: TextKind, when: 'key' | 'blur'): string {
  if (kind === 'password') return value;
  if (kind === 'digits') return plainDigits(value);
  if (kind === 'numeric') return plainDigits(value).replace(/^0+(?=\d)/, '');
  if (when === 'key') return value;
  return inOneForm(kind === 'multiline' ? value.trimEnd() : value.trim());
}

/** The mistake in a value, as a sentence, or nothing. */
export type Validate = (value: string) => string | undefined;

export type FieldCheck = { error: string | undefined; wrongOnce: boolean };

/**
 * When a mistake is shown: first when the box is left, then after every key once it was wrong, so that nobody is told
 * off while still typing but sees at once when it is right.
 */
export function checkField(before: FieldCheck, when: 'key' | 'blur', mistake: string | undefined): FieldCheck {
  if (when === 'key' && !before.wrongOnce) return before;
  return { error: mistake, wrongOnce: before.wrongOnce || mistake !== undefined };
}

export const untouched: FieldCheck = { error: undefined, wrongOnce: false };
