import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { intlLocale } from '#contract/intl-locale.ts';
import { fallbackLanguage, isOffered, type Language } from '#contract/languages.ts';

/** The texts of one area as its file holds them: flat keys, which may contain dots. */
export type AreaTexts = Record<string, string>;

export interface Catalog {
  language: Language;
  /** `area.key` → text. */
  texts: Readonly<Record<string, string>>;
}

export type TextParams = Readonly<Record<string, string | number>>;

const loaded = new Map<Language, Catalog>();

/** Areas that exist for a language: none if it has no folder. */
export function readAreas(language: string, folder = new URL('./', import.meta.url)): Record<string, AreaTexts> {
  const place = new URL(`${language}/`, folder);
  if (!existsSync(place)) return {};
  const files = readdirSync(place).filter((file) => file.endsWith('.json'));
  const areas = files.sort().map((file) => {
    const texts = JSON.parse(readFileSync(new URL(file, place), 'utf8')) as AreaTexts;
    return [file.slice(0, -'.json'.length), texts] as const;
  });
  return Object.fromEntries(areas);
}

/** The plural forms a language has, `other` always among them (CLDR, through `Intl.PluralRules`). */
export function pluralForms(language: string): Intl.LDMLPluralRule[] {
  return new Intl.PluralRules(intlLocale(language)).resolvedOptions().pluralCategories;
}

function flatTexts(language: Language): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [area, texts] of Object.entries(readAreas(language))) {
    for (const [key, text] of Object.entries(texts)) flat[`${area}.${key}`] = text;
  }
  return flat;
}

/** Catalog of a language; one that is not offered gets English. Files are read once. */
export function loadCatalog(language: string): Catalog {
  const offered = isOffered(language) ? language : fallbackLanguage;
  const known = loaded.get(offered);
  if (known) return known;
  const catalog = { language: offered, texts: flatTexts(offered) };
  loaded.set(offered, catalog);
  return catalog;
}

/**
 * Returns a look-up for the texts of a language: `text('mail.passwordReset.subject', { product })`. A number named
 * `count` selects the plural form and is formatted for the language. Unknown keys and placeholders stay visible. Values
 * are inserted as they are: callers that write HTML escape the result.
 */
export function textIn(language: string): (key: string, params?: TextParams) => string {
  const { language: found, texts } = loadCatalog(language);
  const plural = new Intl.PluralRules(intlLocale(found));
  const number = new Intl.NumberFormat(intlLocale(found));
  return (key, params = {}) => {
    const { count } = params;
    const counted = typeof count === 'number';
    const form = counted ? (texts[`${key}_${plural.select(count)}`] ?? texts[`${key}_other`]) : undefined;
    const values: TextParams = counted ? { ...params, count: number.format(count) } : params;
    return (form ?? texts[key] ?? key).replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    );
  };
}
