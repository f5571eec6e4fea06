import { MAX_USER_ID_LENGTH } from '#contract/limits.ts';
import { userIdOf } from '#contract/rules.ts';

const FALLBACK = 'user';
/** Room for the number added to a name that is taken. */
const LONGEST = MAX_USER_ID_LENGTH - 8;
const NUMBERED = 50;

/** User IDs to try for an email address, best first: its local part, then with a number added. */
export function userIdsFor(mailAddress: string, random: string): string[] {
  const name = (userIdOf(mailAddress) ?? FALLBACK).slice(0, LONGEST);
  const numbered = Array.from({ length: NUMBERED }, (_, at) => `${name}${at + 2}`);
  return [name, ...numbered, `${name}-${random}`];
}
