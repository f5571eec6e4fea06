import { describe, expect, test } from 'vitest';
import { codesState, lastSignIn, passwordAgeDays, secondFactorState } from './security-state.ts';

const status = (enabled: boolean) => ({ enabled, enforced: false, setupRequired: false });
const app = (enabled: boolean) => ({ uuid: 'u', enabled, activatedAt: null });

test.each([
  [[app(true)], true, 'on'],
  [[app(true)], false, 'on'],
  [[app(false)], true, 'off'],
  [[], true, 'off'],
  [[], false, 'unavailable'],
])('second factor of %j where offered %s: %s', (totp, offered, state) => {
  expect(secondFactorState({ totp, mfaStatus: status(offered) })).toBe(state);
});

test.each([
  [0, 'none'],
  [3, 'few'],
  [4, 'enough'],
])('%i recovery codes are %s', (left, state) => {
  expect(codesState(left)).toBe(state);
});

test.each([
  [null, undefined],
  ['2026-03-10T00:00:01Z', 0],
  ['2026-03-09T00:00:00Z', 1],
  ['2025-03-10T00:00:00Z', 365],
  ['2026-04-01T00:00:00Z', 0],
])('a password of %s is %s days old', (changedAt, days) => {
  expect(passwordAgeDays(changedAt, new Date('2026-03-10T00:00:00Z'))).toBe(days);
});

describe('the last sign-in', () => {
  const now = { id: 'now', status: 'success', isCurrent: true } as const;
  const ok = { id: 'ok', status: 'success', isCurrent: false } as const;
  const no = { id: 'no', status: 'error', isCurrent: false } as const;
  test.each([
    [[now], undefined, 0],
    [[now, ok], ok, 0],
    [[now, no, no, ok, no], ok, 2],
    [[no, now, ok], ok, 1],
    [[now, no], undefined, 1],
  ])('of %j', (entries, entry, refusedSince) => {
    expect(lastSignIn(entries)).toEqual({ entry, refusedSince });
  });
});
