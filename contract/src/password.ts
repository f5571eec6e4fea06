import { MAX_PASSWORD_LENGTH, MIN_METER_PASSWORD_LENGTH } from './limits.ts';
import { codePointLength } from './rules.ts';

/** `securityPolicy.passwordPolicy` of a tenant (spec section 3); 0 means no requirement. */
export interface PasswordPolicy {
  minLength: number;
  minUppercase: number;
  minSpecial: number;
  minNumeric: number;
  /** Number of earlier passwords that cannot be reused; checked on the server, which has the hashes. */
  history: number;
}

export type PasswordViolation = 'minLength' | 'minUppercase' | 'minNumeric' | 'minSpecial';

/** The special characters of spec section 5, including the blank. */
export const specialCharacters = '!"#$%&\'()*+,-./:;<=>?@[]^_{|}~ ';

/**
 * A password in the form that is counted, hashed and compared: not trimmed, NFC, so that keyboards make no difference.
 */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/** True if a password can be accepted at all: not empty and at most 1024 code points after NFC. */
export function isAcceptablePassword(password: string): boolean {
  // At most four code units become one code point in NFC: longer passwords are refused before normalizing.
  if (password.length === 0 || password.length > 4 * MAX_PASSWORD_LENGTH) return false;
  return password.isWellFormed() && codePointLength(normalizePassword(password)) <= MAX_PASSWORD_LENGTH;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function countSpecial(text: string): number {
  return [...text].filter((character) => specialCharacters.includes(character)).length;
}

/**
 * Rules of the policy that a password breaks, in the order of the policy panel. Characters that the policy does not
 * mention are accepted: every script, and backtick and backslash, which do not count as special.
 */
export function checkPasswordPolicy(password: string, policy: PasswordPolicy): PasswordViolation[] {
  const text = normalizePassword(password);
  const met: Record<PasswordViolation, boolean> = {
    minLength: codePointLength(text) >= policy.minLength,
    minUppercase: count(text, /\p{Lu}/gu) >= policy.minUppercase,
    minNumeric: count(text, /[0-9]/g) >= policy.minNumeric,
    minSpecial: countSpecial(text) >= policy.minSpecial,
  };
  return (Object.keys(met) as PasswordViolation[]).filter((id) => !met[id]);
}

export type GuessScore = 0 | 1 | 2 | 3 | 4;
export type StrengthScore = 0 | 1 | 2 | 3 | 4 | 5;
export type StrengthLevel = 'none' | 'low' | 'medium' | 'high';

/**
 * Score of the strength meter (spec section 4): 0 when empty; 1 when the policy or the meter's 8 characters are not
 * met; otherwise one more than the estimated strength.
 */
export function strengthScore(password: string, policy: PasswordPolicy, guessScore: GuessScore): StrengthScore {
  if (password === '') return 0;
  const longEnough = codePointLength(normalizePassword(password)) >= MIN_METER_PASSWORD_LENGTH;
  if (!longEnough || checkPasswordPolicy(password, policy).length > 0) return 1;
  return (guessScore + 1) as StrengthScore;
}

/** Low for 1 and 2, medium for 3 and 4, high for 5; nothing is shown for an empty password. */
export function strengthLevel(score: StrengthScore): StrengthLevel {
  if (score === 0) return 'none';
  if (score <= 2) return 'low';
  return score <= 4 ? 'medium' : 'high';
}
