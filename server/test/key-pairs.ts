import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';

const made: KeyPairKeyObjectResult[] = [];

/**
 * RSA keys of 2048 bits for whoever a test speaks as: `keyPair(0)` is always the same one, `keyPair(1)` another. Making
 * one takes 50 ms of a core, as long as several calls.
 */
export function keyPair(number: number): KeyPairKeyObjectResult {
  made[number] ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
  return made[number];
}
