import type { Me } from '#contract/sign-in/me.ts';
import { LANGUAGE_COOKIE, pageLanguage, rememberLanguage } from '../i18n/language.ts';

const isChosen = () => document.cookie.split('; ').some((cookie) => cookie.startsWith(`${LANGUAGE_COOKIE}=`));

/**
 * On a browser where nobody has chosen a language yet, the pages follow the one of the person's basic settings. Once:
 * from then on the cookie counts. Resolves where there is nothing to change.
 */
export async function followOwnLanguage({ locale }: Pick<Me, 'locale'>): Promise<void> {
  const asked = new URLSearchParams(location.search).has('ui_locales');
  if (!locale || locale === pageLanguage() || asked || isChosen()) return;
  rememberLanguage(locale);
  // A browser that keeps no cookies would load the page again for ever.
  if (!isChosen()) return;
  location.reload();
  return new Promise(() => {});
}
