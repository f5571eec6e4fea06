import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

const words = ['taro.yamada', 'hanako', 'Portico', ''];

test.each([
  ['password', true],
  ['PassWord', true],
  ['ｐａｓｓｗｏｒｄ', true],
  ['qwertyuiop', true],
  ['1qaz2wsx', true],
  ['taro.yamada', true],
  ['Taro.Yamada', true],
  ['HANAKO', true],
  ['portico', true],
  ['portico-is-not-alone', false],
  ['correct horse battery staple', false],
  ['passwor?', false],
  ['ssword12\n', false],
  ['t9#Kq!vLw2', false],
  ['パスワード認証', false],
])('%j: %j', (password, expected) => {
  expect(isCommonPassword(password, words)).toBe(expected);
});

test('knows the dictionary: every 40th entry, the first and the last', () => {
  const entries = dictionary['passwords-common'] as string[];
  expect(entries.length).toBeGreaterThan(40_000);
  const asked = entries.filter((_, index) => index % 40 === 0 || index === entries.length - 1);
  expect(asked.filter((entry) => !isCommonPassword(entry, []))).toEqual([]);
});
