import { expect, test } from 'vitest';
import { adoption, ageToWarnOf, fullestFirst, usedShare } from './figures.ts';

test.each([
  [0, 0, 0, 0],
  [10, 10, 0, 0],
  [10, 4, 6, 0.6],
  [10, 0, 10, 1],
  [10, 12, 0, 0],
])('%i people, %i without: %i have it (%f)', (all, without, have, share) => {
  expect(adoption(all, without)).toEqual({ have, all, share });
});

test.each([
  [5, 10, 0.5],
  [0, 0, 1],
  [12, 10, 1.2],
  [1_000_000, 100_000_000, 0],
])('%i used of %i is %f', (usedVolume, volume, share) => {
  expect(usedShare({ usedVolume, volume })).toBe(share);
});

test('the licences that run out first stand first', () => {
  const licenses = [1, 9, 5, 10].map((usedVolume) => ({ usedVolume, volume: 10 }));
  expect(fullestFirst(licenses, 3).map(({ usedVolume }) => usedVolume)).toEqual([10, 9, 5]);
});

test.each([
  [90, 76],
  [15, 1],
  [14, 1],
  [1, 1],
])('a password that lives %i days is told of when it is %i days old', (life, age) => {
  expect(ageToWarnOf(life)).toBe(age);
});
