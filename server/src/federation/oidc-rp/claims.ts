import { z } from 'zod';
import { isMailAddress } from '#contract/rules.ts';
import { type Language, languages } from '#contract/languages.ts';
import { claimedName } from '../linking/claimed-name.ts';
import type { Claims } from '../linking/provision.ts';

const nameOf = (value: unknown): string | undefined => claimedName(value) || undefined;

/** The standard claims (OpenID Connect Core section 5.1) of a person who joins. */
export function claimsOf(said: Readonly<Record<string, unknown>>): Claims {
  const address = z.string().max(256).refine(isMailAddress).safeParse(said.email).data ?? null;
  const [familyName, givenName] = [nameOf(said.family_name), nameOf(said.given_name)];
  const whole = nameOf(said.name);
  const names =
    familyName === undefined && givenName === undefined
      ? { familyName: whole ?? '', givenName: '' }
      : { familyName: familyName ?? '', givenName: givenName ?? '' };
  const wanted = [said.preferred_username, address, whole].find((value) => typeof value === 'string' && value !== '');
  // Entra ID says `xms_edov` where it has verified the domain of the address.
  const vouches = said.email_verified === true || [true, 1, '1', 'true'].includes(said.xms_edov as string);
  const name = nameLike(String(wanted ?? ''));
  return { ...names, mailAddress: address, vouches, name, locale: languageOf(said.locale) };
}

/** A user ID is made of the part before the `@`. */
const nameLike = (value: string) => (value.includes('@') ? value : `${value.replace(/\s+/g, '.')}@`);

function languageOf(value: unknown): Language | null {
  if (typeof value !== 'string') return null;
  const [language = ''] = value.split(/[-_]/);
  return (
    languages.find((one) => one.toLowerCase() === value.replace('_', '-').toLowerCase() || one === language) ?? null
  );
}
