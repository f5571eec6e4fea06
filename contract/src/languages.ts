/** The 24 languages of the interface (spec section 1); their own names are in `messages/languages.json`. */
export const languages = [
  'ja',
  'en',
  'de',
  'it',
  'nl',
  'es',
  'fr',
  'pt-BR',
  'th',
  'zh-CN',
  'zh-HK',
  'ca',
  'cs',
  'da',
  'fi',
  'hu',
  'nb',
  'pl',
  'pt',
  'sv',
  'ru',
  'tr',
  'ko',
  'vi',
] as const;
export type Language = (typeof languages)[number];

export const fallbackLanguage: Language = 'en';

/** The languages whose texts are complete: only these can be chosen, and from then on a gap in them fails the check. */
export const offeredLanguages: readonly Language[] = ['ja', 'en', 'de', 'fr'];

/** Says whether a language can be chosen. */
export const isOffered = (language: string): language is Language =>
  (offeredLanguages as readonly string[]).includes(language);

const byLowerCase = new Map<string, Language>(languages.map((language) => [language.toLowerCase(), language]));

/** Tags that mean one of ours: the longest matching prefix wins. */
const otherNames = new Map<string, Language>([
  ['zh', 'zh-CN'],
  ['zh-hant', 'zh-HK'],
  ['zh-tw', 'zh-HK'],
  ['zh-mo', 'zh-HK'],
  ['no', 'nb'],
  ['nn', 'nb'],
]);

/** Says whether the value is exactly one of the 24 codes. */
export function isLanguage(value: string): value is Language {
  return (languages as readonly string[]).includes(value);
}

/**
 * The language of ours that serves a BCP 47 tag best (RFC 4647 lookup: the tag is shortened from its end),
 * or undefined. `en-GB` → `en`, `zh-Hant-TW` → `zh-HK`, `pt-PT` → `pt`.
 */
export function matchLanguage(tag: string): Language | undefined {
  let rest = tag.trim().toLowerCase().replaceAll('_', '-');
  while (rest !== '') {
    const found = byLowerCase.get(rest) ?? otherNames.get(rest);
    if (found !== undefined) return found;
    rest = rest.includes('-') ? rest.slice(0, rest.lastIndexOf('-')) : '';
  }
  return undefined;
}

/** Tags of an Accept-Language header (RFC 9110, 12.5.4), best first, without those with q=0 and invalid ones. */
function acceptedTags(header: string): string[] {
  return header
    .slice(0, 1000)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? '1';
      return { tag, quality: /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality) ? Number(quality) : 0 };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/**
 * The interface language for an Accept-Language header or a list of tags, best first; `en` when none of them is offered.
 */
export function chooseLanguage(
  wanted: string | readonly string[] | null | undefined,
  offered: readonly Language[] = offeredLanguages,
): Language {
  const tags = typeof wanted === 'string' ? acceptedTags(wanted) : (wanted ?? []);
  for (const tag of tags) {
    const language = matchLanguage(tag);
    if (language !== undefined && offered.includes(language)) return language;
  }
  return fallbackLanguage;
}

const rightToLeft = ['ar', 'fa', 'he', 'ur'];

/** The writing direction for the `dir` attribute. All 24 read left to right; a tenant's own text may not. */
export function direction(language: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(language.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

export type LayoutGroup = 'asian' | 'long' | 'standard';

const layoutGroups: Partial<Record<Language, LayoutGroup>> = {
  ja: 'asian',
  'zh-HK': 'asian',
  'zh-CN': 'asian',
  ko: 'asian',
  vi: 'asian',
  fr: 'long',
  pl: 'long',
  cs: 'long',
  ru: 'long',
};

/** The layout group of a language (spec section 9): it decides fonts and available width. */
export function layoutGroup(language: Language): LayoutGroup {
  return layoutGroups[language] ?? 'standard';
}
