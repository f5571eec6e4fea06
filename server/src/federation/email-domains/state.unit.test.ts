import { expect, it } from 'vitest';
import { afterCheck, graceEnd, type Proof, stateOf } from './state.ts';

const day = (number: number) => new Date(Date.UTC(2026, 5, number));
const waiting: Proof = { proven_at: null, missing_since: null };
const proven: Proof = { proven_at: day(1), missing_since: null };
const missing: Proof = { proven_at: day(1), missing_since: day(10) };

it.each([
  ['waiting, found', waiting, null, day(12), { proven_at: day(12), missing_since: null }],
  ['waiting, not found', waiting, 'record_missing', day(12), waiting],
  ['proven, found', proven, null, day(12), proven],
  ['proven, not found', proven, 'unreachable', day(12), { proven_at: day(1), missing_since: day(12) }],
  ['missing, found again', missing, null, day(12), proven],
  ['missing, for less than seven days', missing, 'record_differs', new Date(day(17).getTime() - 1), missing],
  ['missing, for seven days', missing, 'record_missing', day(17), waiting],
] as const)('%s', (_, before, cause, now, after) => {
  expect(afterCheck(before, cause, now)).toEqual(after);
});

it('names its states, and when its grace ends', () => {
  expect([waiting, proven, missing].map(stateOf)).toEqual(['waiting', 'proven', 'missing']);
  expect([waiting, proven, missing].map(graceEnd)).toEqual([null, null, day(17)]);
});
