import { expect, it } from 'vitest';
import { fail } from '#contract/errors.ts';
import { insisting } from './act.ts';

const of = (code: string) => Object.assign(new Error(code), { code });

it.each([
  ['another took the name', of('23505'), 3, 'done'],
  ['another took the user ID', fail('duplicated_params_userId'), 3, 'done'],
  ['two waited for each other', of('40P01'), 3, 'done'],
  ['they do again and again', of('40P01'), 4, 'thrown'],
  ['the database is gone', of('08006'), 1, 'thrown'],
])('where %s, a call is tried again', async (_, error, times, outcome) => {
  let left = times;
  const attempt = async () => {
    left -= 1;
    if (left >= 0) throw error;
    return 'done';
  };
  expect(await insisting(attempt).catch((thrown) => (thrown === error ? 'thrown' : thrown))).toBe(outcome);
});
