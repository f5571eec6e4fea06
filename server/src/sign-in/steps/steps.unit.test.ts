import { describe, expect, it } from 'vitest';
import { proofOf, type ProofMethod } from '#contract/sign-in/proofs.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import type { Account } from '../account.ts';
import { isPasswordExpired } from './new-password.ts';
import { dueStep } from './steps.ts';
import type { Situation } from './step.ts';

const now = new Date('2026-01-15T12:00:00Z');
const days = (n: number) => new Date(now.getTime() - n * 86_400_000);

describe('isPasswordExpired', () => {
  const policy = securityPolicy.parse({ passwordPolicy: { expiresAfterDays: 30 } }).passwordPolicy;
  it.each([
    ['young', { changedAt: days(29), mustChange: false }, policy, false],
    ['of the last day', { changedAt: days(30), mustChange: false }, policy, true],
    ['no expiry', { changedAt: days(3000), mustChange: false }, { ...policy, expiresAfterDays: null }, false],
    ['to be changed', { changedAt: days(0), mustChange: true }, { ...policy, expiresAfterDays: null }, true],
  ])('%s', (_, password, rule, expected) => {
    expect(isPasswordExpired(password, rule, now)).toBe(expected);
  });
});

describe('the step that is due', () => {
  const of = (mustChange: boolean | null, changedAt: Date | null = days(1)) =>
    ({ password_changed_at: changedAt, must_change: mustChange, policy: securityPolicy.parse({}) }) as Account;
  const [good, old, another] = [of(false), of(true), of(true)];
  it.each<[Account[], Situation['methods'], ProofMethod[], string | null]>([
    [[good], [], ['password'], null],
    [[good, another], [], ['password'], 'selectAccounts'],
    [[old, another], ['totp'], ['password'], 'selectAccounts'],
    [[good], ['totp'], ['password'], 'mfa'],
    [[old], ['totp'], ['password'], 'mfa'],
    [[old], ['totp'], ['password', 'totp'], 'password'],
    [[good], ['totp', 'recoveryCode'], ['password', 'recoveryCode'], null],
    [[old], [], ['password'], 'password'],
    [[good], ['totp'], ['ticket'], 'mfa'],
    [[old], [], ['ticket'], null],
    [[old], ['totp'], ['ticket', 'totp'], null],
    [[of(true, null)], [], ['password'], null],
    [[of(null)], [], ['password'], null],
  ])('accounts %#, methods %j, proofs %j: %s', (accounts, methods, given, expected) => {
    const proofs = given.map((method) => proofOf(method, now));
    expect(dueStep({ accounts, methods, signIn: { proofs, now } as unknown as Situation['signIn'] })).toBe(expected);
  });
});
