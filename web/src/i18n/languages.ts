import { languages } from '#contract/languages.ts';
import names from '#messages/languages.json' with { type: 'json' };

export type LanguageChoice = { value: string; label: string };

/** The languages of the interface, each by its own name, in the alphabetical order of those names. */
export const languageChoices: readonly LanguageChoice[] = languages
  .map((value) => ({ value, label: (names as Record<string, string>)[value] ?? value }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));
