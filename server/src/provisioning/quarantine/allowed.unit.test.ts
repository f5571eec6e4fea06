import { expect, it } from 'vitest';
import { allowedOf } from './quarantine.ts';

it.each([
  [null, null, 1000, null],
  [null, 20, 1000, 200],
  [null, 20, 3, 5],
  [null, 20, 26, 5],
  [null, 20, 30, 6],
  [3, null, 1000, 3],
  [3, 20, 1000, 3],
  [0, 20, 1000, 0],
  [500, 20, 1000, 200],
])('with at most %s and %s %% of %s users, %s may leave', (max_leaving, max_leaving_percent, users, allowed) => {
  expect(allowedOf({ max_leaving, max_leaving_percent, users })).toBe(allowed);
});
