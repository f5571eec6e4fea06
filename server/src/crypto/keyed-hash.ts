import { createHmac, createSecretKey } from 'node:crypto';
import { deriveKey } from './derived-key.ts';

export type KeyedHash = (tenantId: string, value: string) => Buffer;

/**
 * A keyed hash for short values that are looked up but never read back (PINs, card ids, recovery codes): HMAC-SHA-256
 * under a look-up key of 32 bytes. The tenant goes in, so that equal values of two tenants do not look alike.
 */
export function keyedHashUnder(lookupKey: Buffer): KeyedHash {
  if (lookupKey.length !== 32) throw new Error('A look-up key has 32 bytes.');
  const key = createSecretKey(lookupKey);
  // A tenant id has no NUL, so the first NUL always ends it: no two pairs give the same text.
  return (tenantId, value) => createHmac('sha256', key).update(`${tenantId}\0${value}`, 'utf8').digest();
}

/** The look-up key that was derived from a master key before look-up keys were kept in the database. */
export function masterLookupKey(masterKey: Buffer, purpose: string): Buffer {
  return deriveKey(masterKey, `keyed-hash/${purpose}`).export();
}
