import { describe, expect, it } from 'vitest';
import { securityPolicy } from '#contract/security-policy.ts';
import {
  countFailure,
  isPasswordExpired,
  MOST_FAILURES_IN_A_ROW,
  nextStep,
  refusalOf,
  type SignInFacts,
  sparing,
} from './decide.ts';

const now = new Date('2026-01-15T12:00:00Z');
const minutes = (n: number) => new Date(now.getTime() + n * 60_000);
const good: SignInFacts = {
  tenantActive: true,
  status: 'active',
  agent: false,
  wayOffered: true,
  lockedUntil: null,
  failedStreak: 0,
  closedUntil: null,
  proofMatches: true,
};

describe('refusalOf', () => {
  it.each<[string, Partial<SignInFacts>, string | null]>([
    ['all is well', {}, null],
    ['wrong password', { proofMatches: false }, 'mismatch'],
    ['one-time password in time', { oneTimeUntil: new Date(now.getTime() + 1) }, null],
    ['one-time password too late', { oneTimeUntil: now }, 'password_expired'],
    ['wrong one-time password too late', { oneTimeUntil: now, proofMatches: false }, 'mismatch'],
    ['wrong password of an inactive account says no more', { proofMatches: false, status: 'inactive' }, 'mismatch'],
    ['tenant suspended', { tenantActive: false }, 'tenant_not_exist'],
    ['not registered yet', { status: 'registering' }, 'revoked_or_expired'],
    ['inactive', { status: 'inactive' }, 'account_inactive'],
    ['locked until an administrator', { status: 'locked', lockedUntil: null }, 'account_locked'],
    ['locked for a while', { status: 'locked', lockedUntil: minutes(1) }, 'account_locked'],
    ['the lock ends at its minute', { status: 'locked', lockedUntil: now }, null],
    ['the lock is over', { status: 'locked', lockedUntil: minutes(-1) }, null],
    ['99 failures in a row', { failedStreak: MOST_FAILURES_IN_A_ROW - 1 }, null],
    ['100 failures in a row', { failedStreak: MOST_FAILURES_IN_A_ROW }, 'account_locked'],
    ['the door is closed for a while', { closedUntil: minutes(1) }, 'sign_in_stopped'],
    ['the door is closed until a rescue', { closedUntil: Number.POSITIVE_INFINITY }, 'sign_in_stopped'],
    ['the door is open again', { closedUntil: now }, null],
    ['management agent', { agent: true }, 'not_login_user_role'],
    ['the tenant does not offer this way', { wayOffered: false }, 'not_login_user_role'],
  ])('%s', (_, facts, expected) => {
    expect(refusalOf({ ...good, ...facts }, now)).toBe(expected);
  });
});

describe('countFailure', () => {
  const policy = securityPolicy.parse({
    accountLockPolicy: { failures: 3, withinMinutes: 10, lockMinutes: 5 },
  }).accountLockPolicy;
  const none = { failedCount: 0, failedSince: null, failedStreak: 0 };

  it.each([
    ['the first', none, policy, { failedCount: 1, failedSince: now, failedStreak: 1, lock: null }],
    [
      'one more within the window',
      { failedCount: 1, failedSince: minutes(-9), failedStreak: 7 },
      policy,
      { failedCount: 2, failedSince: minutes(-9), failedStreak: 8, lock: null },
    ],
    [
      'the window is over: counted anew',
      { failedCount: 2, failedSince: minutes(-10), failedStreak: 2 },
      policy,
      { failedCount: 1, failedSince: now, failedStreak: 3, lock: null },
    ],
    [
      'the last one locks for the policy’s minutes',
      { failedCount: 2, failedSince: minutes(-1), failedStreak: 2 },
      policy,
      { failedCount: 0, failedSince: null, failedStreak: 3, lock: { until: minutes(5) } },
    ],
    [
      'or until an administrator',
      { failedCount: 2, failedSince: minutes(-1), failedStreak: 2 },
      { ...policy, lockMinutes: null },
      { failedCount: 0, failedSince: null, failedStreak: 3, lock: { until: null } },
    ],
    [
      'with the policy off nothing locks',
      { failedCount: 50, failedSince: minutes(-1), failedStreak: 50 },
      { ...policy, enabled: false },
      { failedCount: 51, failedSince: minutes(-1), failedStreak: 51, lock: null },
    ],
    [
      'but the hundredth in a row does',
      { failedCount: 99, failedSince: minutes(-1), failedStreak: 99 },
      { ...policy, enabled: false },
      { failedCount: 100, failedSince: minutes(-1), failedStreak: 100, lock: { until: null } },
    ],
  ])('%s', (_, counted, rule, expected) => {
    expect(countFailure(counted, rule, now)).toEqual(expected);
  });
});

describe('sparing', () => {
  const counted = { failedCount: 0, failedSince: null, failedStreak: 3 };
  it.each([
    ['no lock stays none', { ...counted, lock: null }, { ...counted, lock: null }],
    ['one without an end ends', { ...counted, lock: { until: null } }, { ...counted, lock: { until: minutes(15) } }],
    [
      'a long one is cut',
      { ...counted, lock: { until: minutes(43_200) } },
      { ...counted, lock: { until: minutes(15) } },
    ],
    ['a short one stays', { ...counted, lock: { until: minutes(2) } }, { ...counted, lock: { until: minutes(2) } }],
    [
      'a hundred failures stop for a day, and so does the next one',
      { ...counted, failedStreak: 100, lock: { until: null } },
      { ...counted, failedStreak: 99, lock: { until: minutes(1_440) } },
    ],
  ])('%s', (_, given, expected) => {
    expect(sparing(given, now)).toEqual(expected);
  });
});

describe('isPasswordExpired', () => {
  const days = (n: number) => new Date(now.getTime() - n * 86_400_000);
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

describe('nextStep', () => {
  it.each([
    [['totp'], ['password'], false, 'mfa'],
    [['totp'], ['password'], true, 'mfa'],
    [['totp'], ['password', 'totp'], true, 'password'],
    [['totp', 'recoveryCode'], ['password', 'recoveryCode'], false, 'complete'],
    [[], ['password'], true, 'password'],
    [[], ['password'], false, 'complete'],
    [['totp'], ['ticket'], false, 'mfa'],
  ])('methods %j, proofs %j, expired %j → %s', (secondFactorMethods, proofs, passwordExpired, expected) => {
    expect(nextStep({ secondFactorMethods, proofs, passwordExpired })).toBe(expected);
  });
});
