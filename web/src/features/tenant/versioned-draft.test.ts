// @vitest-environment node
import { expect, test } from 'vitest';
import { changedIn, merged } from './versioned-draft.ts';

const base = { name: 'A', country: 'JP', zone: 'Etc/UTC' };

test.each([
  [base, []],
  [{ ...base, name: 'B' }, ['name']],
  [{ ...base, country: 'DE', zone: 'Asia/Tokyo' }, ['country', 'zone']],
])('what %j has changed is %j', (values, fields) => {
  expect(changedIn(base, values)).toEqual(fields);
});

test('what only one of two changed stays; what both changed is as was chosen', () => {
  const mine = { ...base, name: 'Mine', zone: 'Asia/Tokyo' };
  const theirs = { ...base, name: 'Theirs', country: 'DE' };
  const common = { country: 'DE', zone: 'Asia/Tokyo' };
  expect(merged(base, mine, theirs, () => true)).toEqual({ ...common, name: 'Mine' });
  expect(merged(base, mine, theirs, (field) => field !== 'name')).toEqual({ ...common, name: 'Theirs' });
});
