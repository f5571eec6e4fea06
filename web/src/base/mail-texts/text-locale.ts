import { isLanguage, type Language } from '#contract/languages.ts';

/** In an address: for the readers of which language a text is; absent: for all who have none in their own. */
export function readTextLocale({ locale }: Record<string, unknown>): { locale?: Language } {
  return typeof locale === 'string' && isLanguage(locale) ? { locale } : {};
}
