import { expect, test } from 'vitest';
import { proposeUserId } from './propose.ts';

test.each([
  ['Anna.Brown@demo.example', 1, 'anna.brown'],
  ['anna.brown+news@demo.example', 1, 'anna.brown'],
  ['anna.brown@demo.example', 2, 'anna.brown2'],
  ['-o’hara!@demo.example', 1, 'ohara'],
  ['アンナ@demo.example', 1, ''],
  ['...@demo.example', 1, ''],
  ['', 1, ''],
  ['', 3, ''],
])('%s, attempt %i: %s', (address, attempt, proposed) => {
  expect(proposeUserId(address, attempt)).toBe(proposed);
});

test('a long one leaves room for a number', () => {
  const proposed = proposeUserId(`${'a'.repeat(300)}@demo.example`, 12);
  expect(proposed).toMatch(/^a+12$/);
  expect(proposed.length).toBeLessThanOrEqual(128);
});
