import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  ['password', true],
  ['PassWord', true],
  ['ｐａｓｓｗｏｒｄ', true],
  ['qwertyuiop', true],
  ['1qaz2wsx', true],
  ['Stonecold316!', true],
  ['M0nk3y-2026', true],
  ['trustno1trustno1', true],
  ['Copper84', true],
  ['copper meadow 84', false],
  ['correct horse battery staple', false],
  ['xylophonis?', false],
  ['ylophone parade\n', false],
  ['t9#Kq!vLw2', false],
  ['パスワード認証', false],
])('%j: %j', (password, expected) => {
  expect(isCommonPassword(password)).toBe(expected);
});

test('knows the dictionary: every 40th entry, the first and the last', () => {
  const entries = dictionary['passwords-common'] as string[];
  expect(entries.length).toBeGreaterThan(40_000);
  const asked = entries.filter((_, index) => index % 40 === 0 || index === entries.length - 1);
  expect(asked.filter((entry) => !isCommonPassword(entry))).toEqual([]);
});
