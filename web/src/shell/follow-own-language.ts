import { LANGUAGE_COOKIE, pageLanguage, rememberLanguage } from '../i18n/language.ts';

const isChosen = () => document.cookie.split('; ').some((cookie) => cookie.startsWith(`${LANGUAGE_COOKIE}=`));

/**
 * On a browser where nobody has chosen a language yet, the pages follow the one of the user's basic settings, which may
 * be the organization's. Once: from then on the cookie counts. Resolves where there is nothing to change.
 * @param own the user's language; null: that of the organization, which is asked for only then
 */
export async function followOwnLanguage(own: string | null, ofTenant: () => Promise<string>): Promise<void> {
  const asked = new URLSearchParams(location.search).has('ui_locales');
  if (asked || isChosen()) return;
  // Without an answer the page is shown as it is.
  const locale = own ?? (await ofTenant().catch(() => null));
  if (!locale || locale === pageLanguage()) return;
  rememberLanguage(locale);
  // A browser that keeps no cookies would load the page again for ever.
  if (!isChosen()) return;
  location.reload();
  return new Promise(() => {});
}
