import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { keyedHashUnder, masterLookupKey } from './keyed-hash.ts';

const masterKey = randomBytes(32);
const pinKey = masterLookupKey(masterKey, 'pin');
const pinHash = keyedHashUnder(pinKey);

test('gives the same 32 bytes for the same tenant and value', () => {
  expect(pinHash('demo', '123456')).toHaveLength(32);
  expect(keyedHashUnder(pinKey)('demo', '123456')).toEqual(pinHash('demo', '123456'));
});

test('is the hash that earlier versions stored', () => {
  const derived = Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'portico/keyed-hash/pin', 32));
  expect(pinHash('demo', '123456')).toEqual(createHmac('sha256', derived).update('demo\u0000123456').digest());
});

test.each([
  ['another value', pinHash('demo', '123457')],
  ['another tenant', pinHash('annex', '123456')],
  ['a shifted border', pinHash('demo1', '23456')],
  ['another purpose', keyedHashUnder(masterLookupKey(masterKey, 'card'))('demo', '123456')],
  ['another key', keyedHashUnder(randomBytes(32))('demo', '123456')],
])('differs for %s', (_, other) => {
  expect(other.equals(pinHash('demo', '123456'))).toBe(false);
});

test('refuses a key of another length', () => {
  expect(() => keyedHashUnder(randomBytes(16))).toThrow('32 bytes');
});
