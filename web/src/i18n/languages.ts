import { isLanguage, type Language, offeredLanguages } from '#contract/languages.ts';
import names from '#messages/languages.json' with { type: 'json' };

export type LanguageChoice = { value: string; label: string };

/** A language by its own name. */
export const languageName = (language: string): string => (isLanguage(language) ? names[language] : language);

/**
 * The languages that can be chosen, each by its own name, in the alphabetical order of those names.
 * @param current one that is set, even if it is not offered
 */
export function languageChoices(current?: string | null): LanguageChoice[] {
  const set = current && isLanguage(current) ? [current] : [];
  return [...new Set<Language>([...offeredLanguages, ...set])]
    .map((value) => ({ value, label: languageName(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}
