import { MAX_USER_ID_LENGTH } from '#contract/limits.ts';
import { isUserId } from '#contract/rules.ts';

const FALLBACK = 'user';
/** Room for the number behind a name that is taken. */
const LONGEST = MAX_USER_ID_LENGTH - 8;
const NUMBERED = 50;

/** The user ids to be tried, best first, for somebody of a mail address: its local part, then with a number behind. */
export function userIdsFor(mailAddress: string, random: string): string[] {
  const local = mailAddress
    .slice(0, mailAddress.lastIndexOf('@'))
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, LONGEST);
  const name = isUserId(local) ? local : FALLBACK;
  const numbered = Array.from({ length: NUMBERED }, (_, at) => `${name}${at + 2}`);
  return [name, ...numbered, `${name}-${random}`];
}
