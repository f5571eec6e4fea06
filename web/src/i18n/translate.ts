import { intlLocale } from '#contract/intl-locale.ts';
import { splitKey, type TextParams, type Translate } from './keys.ts';

/** Texts of a page: area -> key -> text. */
export type Texts = Record<string, Record<string, string>>;

/** Puts `{{name}}` placeholders in. An unknown placeholder stays, so that it is seen and repaired. */
export function interpolate(text: string, params: TextParams = {}): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  );
}

/** A text with its placeholders still in it, and what to put into them. */
export type FoundText = { text: string; params: TextParams };

/** Finds texts: the plural form by the count, the count written as the language writes numbers. */
export function createFinder(language: string, texts: Texts): (key: string, params?: TextParams) => FoundText {
  const plural = new Intl.PluralRules(intlLocale(language));
  const number = new Intl.NumberFormat(intlLocale(language));
  return (key, params = {}) => {
    const [area, name] = splitKey(key);
    const catalog = texts[area] ?? {};
    const { count } = params;
    if (typeof count !== 'number') return { text: catalog[name] ?? key, params };
    const text = catalog[`${name}_${plural.select(count)}`] ?? catalog[`${name}_other`] ?? catalog[name] ?? key;
    return { text, params: { ...params, count: number.format(count) } };
  };
}

/**
 * The whole translation machinery of the pages: placeholders and plurals. (A library for it costs 30 kB on the wire, of
 * which the pages use these lines.) A key without a text answers itself.
 * @param language chooses the plural form (`Intl.PluralRules`)
 */
export function createTranslate(language: string, texts: Texts): Translate {
  const find = createFinder(language, texts);
  return (key, given) => {
    const { text, params } = find(key, given);
    return interpolate(text, params);
  };
}
