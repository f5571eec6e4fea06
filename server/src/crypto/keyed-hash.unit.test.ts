import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyedHash } from './keyed-hash.ts';

const masterKey = randomBytes(32);
const pinHash = createKeyedHash(masterKey, 'pin');

test('gives the same 32 bytes for the same tenant and value', () => {
  expect(pinHash('demo', '123456')).toHaveLength(32);
  expect(createKeyedHash(masterKey, 'pin')('demo', '123456')).toEqual(pinHash('demo', '123456'));
});

test.each([
  ['another value', pinHash('demo', '123457')],
  ['another tenant', pinHash('annex', '123456')],
  ['a shifted border', pinHash('demo1', '23456')],
  ['another purpose', createKeyedHash(masterKey, 'card')('demo', '123456')],
  ['another master key', createKeyedHash(randomBytes(32), 'pin')('demo', '123456')],
])('differs for %s', (_, other) => {
  expect(other.equals(pinHash('demo', '123456'))).toBe(false);
});
