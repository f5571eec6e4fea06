import { expect, test } from 'vitest';
import { decodeBase32, encodeBase32 } from './base32.ts';

// RFC 4648 section 10, without the padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is %j', (plain, encoded) => {
  expect(encodeBase32(Buffer.from(plain))).toBe(encoded);
  expect(decodeBase32(encoded).toString()).toBe(plain);
  expect(decodeBase32(`${encoded.toLowerCase()}===`).toString()).toBe(plain);
});

test.each(['0', '1', 'MY MY', 'é'])('refuses %j', (text) => {
  expect(() => decodeBase32(text)).toThrow();
});
