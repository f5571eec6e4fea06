import { codePointLength } from '#contract/rules.ts';
import { isVisibleName } from '#contract/visible-name.ts';
import type { Translate } from '../../i18n/keys.ts';

const MAX_NAME = 128;

/** What is wrong with the typed name of an identity provider, in words. */
export function nameMistake(t: Translate, name: string): string | undefined {
  if (codePointLength(name.trim()) > MAX_NAME) return t('openid.nameTooLong', { most: MAX_NAME });
  return isVisibleName(name) ? undefined : t('openid.nameInvisible');
}

/** An ID made of the name, until one is typed. */
export const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 32)
    .replace(/-+$/, '');
