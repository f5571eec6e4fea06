export interface NamedUser {
  userId?: string | null | undefined;
  familyName?: string | null | undefined;
  givenName?: string | null | undefined;
}

const familyNameFirst = ['ja', 'zh', 'ko', 'vi', 'hu'];

/** The language of a locale, without region and script. */
export function languageOf(locale: string): string {
  return locale.split(/[-_]/)[0]?.toLowerCase() ?? '';
}

/** Says whether the family name goes before the given name in a locale. */
export function isFamilyNameFirst(locale: string): boolean {
  return familyNameFirst.includes(languageOf(locale));
}

/** A person's name in the order of the locale; empty when there is none. */
export function personName(user: NamedUser, locale: string): string {
  const names = isFamilyNameFirst(locale) ? [user.familyName, user.givenName] : [user.givenName, user.familyName];
  return names
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(' ');
}
