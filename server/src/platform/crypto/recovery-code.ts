import { randomBytes } from 'node:crypto';

/** Crockford's base32 alphabet: no i, l, o, u. Typed i and l mean 1, o means 0. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 12;

/** `count` distinct one-time recovery codes as displayed: `k7mq-9x2d-hw4r`, 60 random bits each. */
export function newRecoveryCodes(count = 10): string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(newRecoveryCode());
  return [...codes];
}

/**
 * The form that is hashed and compared: without hyphens and spaces, lower case, full-width characters and look-alikes
 * replaced. A text that is no recovery code becomes one that matches none.
 */
export function normaliseRecoveryCode(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Dash}ー]/gu, '')
    .replace(/[il]/g, '1')
    .replace(/o/g, '0');
}

function newRecoveryCode(): string {
  const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join('');
  return characters.replace(/(.{4})(?=.)/g, '$1-');
}
