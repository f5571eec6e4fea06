import { randomBytes } from 'node:crypto';

/** Crockford's base32 alphabet: no i, l, o, u; whoever types one of the first three means 1, 1, 0. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 12;

/** `count` different one-time recovery codes as shown to the person: `k7mq-9x2d-hw4r`, 60 random bits each. */
export function newRecoveryCodes(count = 10): string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(newRecoveryCode());
  return [...codes];
}

/**
 * What is hashed and compared: the code without hyphens and spaces, lower case, full-width characters as plain ones
 * and look-alikes as the digits they stand for. Any other text comes back as something that matches no code.
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
