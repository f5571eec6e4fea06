import { expect, it } from 'vitest';
import { checkPasswordPolicy } from '#contract/password.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { generatePassword } from './generate-password.ts';

const plain = securityPolicy.parse({}).passwordPolicy;

it.each([
  ['the default policy', plain],
  ['every rule at its most', { ...plain, minLength: 64, minUppercase: 10, minSpecial: 10, minNumeric: 10 }],
  ['more kinds than 20 characters', { ...plain, minUppercase: 10, minSpecial: 10, minNumeric: 10 }],
])('meets %s', (_, policy) => {
  const made = Array.from({ length: 200 }, () => generatePassword(policy));
  expect(made.flatMap((password) => checkPasswordPolicy(password, policy))).toEqual([]);
  expect(new Set(made).size).toBe(200);
  expect(Math.min(...made.map((password) => password.length))).toBeGreaterThanOrEqual(20);
});
