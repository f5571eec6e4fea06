import { randomInt } from 'node:crypto';
import { hasContextWord } from '#contract/guessable-password.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';

/** Without look-alike characters, because generated passwords are read aloud and typed. */
const uppercase = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const lowercase = 'abcdefghijkmnopqrstuvwxyz';
const digits = '23456789';
const special = '-_.+=*#%';

const pick = (alphabet: string) => alphabet.charAt(randomInt(alphabet.length));
const several = (count: number, alphabet: string) => Array.from({ length: count }, () => pick(alphabet));

/**
 * A random password that meets the policy and contains none of the words (`contextWords`): 20 characters or more, about
 * 115 bits.
 */
export function generatePassword(policy: SecurityPolicy['passwordPolicy'], words: readonly string[] = []): string {
  for (;;) {
    const password = makeOne(policy);
    if (!hasContextWord(password, words)) return password;
  }
}

function makeOne(policy: SecurityPolicy['passwordPolicy']): string {
  const characters = [
    ...several(Math.max(1, policy.minUppercase), uppercase),
    ...several(Math.max(1, policy.minNumeric), digits),
    ...several(policy.minSpecial, special),
  ];
  const missing = Math.max(20, policy.minLength) - characters.length;
  characters.push(...several(Math.max(0, missing), uppercase + lowercase + digits));
  for (let last = characters.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [characters[last], characters[other]] = [characters[other] as string, characters[last] as string];
  }
  return characters.join('');
}
