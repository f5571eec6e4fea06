import { MAX_DISPLAY_NAME_LENGTH } from '#contract/provisioning/values.ts';
import { codePointLength } from '#contract/rules.ts';
import { isVisibleName } from '#contract/visible-name.ts';
import type { Translate } from '../../i18n/keys.ts';

/** What is wrong with the typed name of a source or a token, in words. */
export function nameMistake(t: Translate, name: string): string | undefined {
  if (codePointLength(name.trim()) > MAX_DISPLAY_NAME_LENGTH)
    return t('provisioning.nameTooLong', { most: MAX_DISPLAY_NAME_LENGTH });
  return isVisibleName(name) ? undefined : t('provisioning.nameInvisible');
}

export const isName = (t: Translate, name: string): boolean => name.trim() !== '' && !nameMistake(t, name);
