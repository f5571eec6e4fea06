import { createHmac } from 'node:crypto';
import { deriveKey } from './derived-key.ts';

export type KeyedHash = (tenantId: string, value: string) => Buffer;

/**
 * A keyed hash for short values that are looked up but never read back (PINs, card ids): HMAC-SHA-256 under a key
 * derived for the purpose. The tenant goes in, so that equal values of two tenants do not look alike.
 */
export function createKeyedHash(masterKey: Buffer, purpose: string): KeyedHash {
  const key = deriveKey(masterKey, `keyed-hash/${purpose}`);
  // A tenant id has no NUL, so the first NUL always ends it: no two pairs give the same text.
  return (tenantId, value) => createHmac('sha256', key).update(`${tenantId}\0${value}`, 'utf8').digest();
}
