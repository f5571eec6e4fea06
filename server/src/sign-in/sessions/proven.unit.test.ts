import { expect, test } from 'vitest';
import { isStillProven } from './proven.ts';

const at = (second: number) => new Date(Date.UTC(2026, 4, 1, 12, 0, second));
const never = Number.NEGATIVE_INFINITY;

test.each<[string, Date | null, Date | number, string | undefined, boolean]>([
  ['since when nothing happened', at(0), at(0), at(10).toISOString(), true],
  ['at the moment of both', at(10), at(10), at(10).toISOString(), true],
  ['of who never had a password, nor signed out', null, never, at(10).toISOString(), true],
  ['before the password was changed', at(11), never, at(10).toISOString(), false],
  ['before signing out everywhere', null, at(11), at(10).toISOString(), false],
  ['before either', at(11), at(11), at(10).toISOString(), false],
  ['that was not given', null, never, undefined, false],
  ['of no moment', null, never, 'yesterday', false],
])('a proof %s: %s, %s, %j: %s', (_, password_changed_at, signed_out_at, provenAt, expected) => {
  const account = { password_changed_at, signed_out_at };
  expect(isStillProven(account, provenAt === undefined ? undefined : { provenAt })).toBe(expected);
});
