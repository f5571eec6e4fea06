import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A random secret of `bytes` bytes as base64url without padding (32 bytes: 43 characters). */
export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/**
 * SHA-256 of a secret, its stored form. Only for random secrets of 128 bits or more, never for values chosen by people.
 */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Compares two secrets or hashes in a time that depends neither on their content nor on their length. */
export function equalSecrets(a: string | Uint8Array, b: string | Uint8Array): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(value: string | Uint8Array): Buffer {
  return hash('sha256', value, 'buffer');
}
