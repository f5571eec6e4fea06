import { expect, test } from 'vitest';
import { readKeys } from './client-keys.ts';

const ec = { kty: 'EC', crv: 'P-256', x: 'abc', y: 'def' };
const rsa = (length: number) => ({ kty: 'RSA', n: 'n'.repeat(length), e: 'AQAB' });

test.each<[string, unknown, unknown]>([
  ['a set', { keys: [ec] }, [ec]],
  ['one key', ec, [ec]],
  ['a list, without what only describes it', [{ ...ec, ext: true, key_ops: ['verify'] }], [ec]],
  ['a private key', { ...ec, d: 'x' }, 'private'],
  ['a symmetric key', { kty: 'oct', k: 'x' }, 'private'],
  ['a short modulus', rsa(341), 'unusable'],
  ['a modulus of 2048 bits', rsa(342), [rsa(342)]],
  ['a curve that does not sign here', { ...ec, crv: 'secp256k1' }, 'unusable'],
  ['none', { keys: [] }, 'json'],
  ['text', 'x', 'json'],
  ['eleven', { keys: Array.from({ length: 11 }, () => ec) }, 'many'],
])('of %s are read', (_, pasted, read) => {
  expect(readKeys(JSON.stringify(pasted))).toEqual(read);
});
