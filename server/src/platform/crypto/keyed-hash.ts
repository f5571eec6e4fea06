import { createHmac, createSecretKey } from 'node:crypto';
import { deriveKey } from './derived-key.ts';

export type KeyedHash = (tenantId: string, value: string) => Buffer;

/**
 * Keyed hash for short values that are looked up but never read back (PINs, card IDs, recovery codes): HMAC-SHA-256
 * under a look-up key of 32 bytes. Includes the tenant, so that equal values of two tenants differ.
 */
export function keyedHashUnder(lookupKey: Buffer): KeyedHash {
  if (lookupKey.length !== 32) throw new Error('A look-up key has 32 bytes.');
  const key = createSecretKey(lookupKey);
  // A tenant ID has no NUL, so the first NUL ends it: no two pairs give the same text.
  return (tenantId, value) => createHmac('sha256', key).update(`${tenantId}\0${value}`, 'utf8').digest();
}

/** Look-up key of installations from before look-up keys were stored: derived from the master key. */
export function masterLookupKey(masterKey: Buffer, purpose: string): Buffer {
  return deriveKey(masterKey, `keyed-hash/${purpose}`).export();
}
