import { expect, test } from 'vitest';
import { addressesIn, addressMistake, boxesOf, withAddress } from './addresses.ts';

const two = boxesOf(['a@example.com', 'b@example.com']);

test('an eleventh address is not added, and a removed one’s key is not used for two', () => {
  let boxes = two;
  for (let times = 0; times < 20; times += 1) boxes = withAddress(boxes);
  expect(boxes).toHaveLength(10);
  boxes = withAddress(boxes.filter(({ key }) => key !== 3));
  expect(new Set(boxes.map(({ key }) => key)).size).toBe(10);
});

test('boxes left empty are no addresses, and blanks around one are none of it', () => {
  expect(addressesIn([...two, { key: 2, value: '  ' }, { key: 3, value: ' c@example.com ' }])).toEqual([
    ...['a@example.com', 'b@example.com', 'c@example.com'],
  ]);
});

test.each([
  ['', 1, undefined],
  ['x', 1, 'invalid'],
  ['c@example.com', 1, undefined],
  [' A@Example.com ', 1, 'twice'],
  ['b@example.com', 0, undefined],
])('%s in box %i is %s', (value, key, mistake) => {
  expect(addressMistake(two, key, value)).toBe(mistake);
});
