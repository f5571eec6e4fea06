import { MAX_CLIENT_NAME_LENGTH } from '#contract/apps/client-addresses.ts';
import { codePointLength } from '#contract/rules.ts';
import { isVisibleName } from '#contract/visible-name.ts';
import type { Translate } from '../../i18n/keys.ts';

// What users who ask for an app and administrators who register one type in the same boxes.

/** Addresses typed one a line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function nameMistake(t: Translate, name: string): string | undefined {
  if (codePointLength(name.trim()) > MAX_CLIENT_NAME_LENGTH)
    return t('common.tooLong', { most: MAX_CLIENT_NAME_LENGTH });
  return isVisibleName(name) ? undefined : t('common.nameInvisible');
}
