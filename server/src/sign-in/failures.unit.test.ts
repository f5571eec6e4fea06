import { describe, expect, it } from 'vitest';
import { securityPolicy } from '#contract/security-policy.ts';
import { countFailure, sparing } from './failures.ts';

const now = new Date('2026-01-15T12:00:00Z');
const minutes = (n: number) => new Date(now.getTime() + n * 60_000);

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
