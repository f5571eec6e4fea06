import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * Derives a subkey for one purpose (HKDF-SHA-256, RFC 5869), so that no two techniques share a key. Create it once: a
 * KeyObject is four to five times faster in use than a raw buffer. Throws when the master key is shorter than 32 bytes.
 */
export function deriveKey(masterKey: Buffer, purpose: string, bytes = 32): KeyObject {
  if (masterKey.length < 32) throw new Error('A master key needs at least 32 bytes.');
  return createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `portico/${purpose}`, bytes)));
}
