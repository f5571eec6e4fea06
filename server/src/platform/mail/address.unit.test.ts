import { expect, test } from 'vitest';
import { isMailAddress, oneLine, wireAddress } from './address.ts';

test.each([
  ['taro@demo.example', true],
  ['taro.yamada+news@mail.demo.example', true],
  ["o'hara@demo.example", true],
  ['太郎@例え.テスト', true],
  ['', false],
  ['taro', false],
  ['@demo.example', false],
  ['taro@', false],
  ['a@b@demo.example', false],
  ['taro@demo.example,eve@evil.example', false],
  ['taro@demo.example;eve@evil.example', false],
  ['taro@demo.example eve@evil.example', false],
  ['<taro@demo.example>', false],
  ['Taro <taro@demo.example>', false],
  ['"eve@evil.example>"@demo.example', false],
  ['taro@demo.example\r\nBcc: eve@evil.example', false],
  ['taro@demo.example\n', false],
  ['taro\0@demo.example', false],
  ['taro@demo.example\u2028', false],
  [`${'a'.repeat(65)}@demo.example`, false],
])('isMailAddress(%j) is %j', (address, expected) => {
  expect(isMailAddress(address)).toBe(expected);
});

test.each([
  ['Reset\r\nBcc: eve@evil.example', 'Reset Bcc: eve@evil.example'],
  ['  a\tb\u0000c\u2028d ', 'a b c d'],
  ['パスワードの再設定', 'パスワードの再設定'],
])('oneLine(%j) is %j', (text, expected) => {
  expect(oneLine(text)).toBe(expected);
});

test.each([
  ['taro@demo.example', 'taro@demo.example'],
  ['a.b@demo.example', 'a.b@demo.example'],
  ['a..b@docomo.ne.jp', '"a..b"@docomo.ne.jp'],
  ['name.@docomo.ne.jp', '"name."@docomo.ne.jp'],
  ['.name@ezweb.ne.jp', '".name"@ezweb.ne.jp'],
])('%s is handed over as %s', (address, expected) => {
  expect(wireAddress(address)).toBe(expected);
});
