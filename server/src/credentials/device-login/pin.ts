import { randomInt } from 'node:crypto';
import { type PinCharacters, type PinPolicy, pinMinLength } from '#contract/rules.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';

/** Characters of generated PINs, without look-alikes. */
const ALPHABETS: Record<PinCharacters, string> = {
  digits: '0123456789',
  alphanumeric: '23456789abcdefghjkmnpqrstuvwxyz',
};

/** The tenant's PIN policy, stricter if the tenant has so many users that a guess would hit (decisions.md). */
export function effectivePinPolicy(policy: SecurityPolicy['loginPolicy']['userCode'], userCount: number): PinPolicy {
  const minLength = Math.max(policy.minLength, pinMinLength(userCount));
  return { characters: policy.characters, minLength, maxLength: Math.max(policy.maxLength, minLength) };
}

/** A random PIN of the shortest allowed length. */
export function newPin({ characters, minLength }: PinPolicy): string {
  const alphabet = ALPHABETS[characters];
  return Array.from({ length: minLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}
