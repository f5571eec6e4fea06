import { expect, test } from 'vitest';
import { equalSecrets, hashSecret, newSecret } from './secret.ts';

test('a new secret is base64url of the asked size', () => {
  expect(newSecret()).toMatch(/^[\w-]{43}$/);
  expect(newSecret(16)).toMatch(/^[\w-]{22}$/);
  expect(newSecret()).not.toBe(newSecret());
});

test('hashSecret is SHA-256 (FIPS 180-2, appendix B.1)', () => {
  expect(hashSecret('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test.each([
  ['same', 'same', true],
  ['same', 'Same', false],
  ['short', 'longer than short', false],
  ['', '', true],
  ['', 'x', false],
])('equalSecrets(%j, %j) is %j', (a, b, expected) => {
  expect(equalSecrets(a, b)).toBe(expected);
  expect(equalSecrets(Buffer.from(a), Buffer.from(b))).toBe(expected);
  expect(equalSecrets(a, Buffer.from(b))).toBe(expected);
});
