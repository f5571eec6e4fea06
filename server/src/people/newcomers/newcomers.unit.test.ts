import { expect, test } from 'vitest';
import { isUserId } from '#contract/rules.ts';
import { userIdsFor } from './newcomers.ts';

test.each([
  ['taro@example.com', 'taro'],
  ['Taro.Yamada@example.com', 'Taro.Yamada'],
  ["o'hara@example.com", 'o-hara'],
  ['taro+news@example.com', 'taro-news'],
  ['+taro@example.com', 'taro'],
  ['-taro@example.com', 'taro'],
  ['!#$@example.com', 'user-x1y2z3'],
  [`${'a'.repeat(64)}@example.com`, 'a'.repeat(64)],
])('%s becomes %s', (address, expected) => {
  const ids = userIdsFor(address, 'x1y2z3');
  expect(ids[0]).toBe(expected);
  expect(ids.slice(1, 3)).toEqual([`${expected}2`, `${expected}3`]);
  expect(ids.every(isUserId)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});
