import { hashSecret, newSecret } from '../../platform/crypto/secret.ts';

/**
 * A device's secret is `<tenant id>.<family><own part>`: the family is 128 random bits that all secrets of an
 * enrollment share, so that a replaced one is recognized without storing it.
 */
const FAMILY_BYTES = 16;
const FAMILY_CHARACTERS = 22;
const SECRET = /^([a-z0-9-]{3,32})\.([A-Za-z0-9_-]{22}[A-Za-z0-9_-]{43})$/;

export interface SecretHashes {
  tenantId: string;
  familyHash: Buffer;
  hash: Buffer;
}

/** The hashes stored of a secret; null for anything that cannot be one. */
export function readSecret(given: string): SecretHashes | null {
  const [, tenantId, secret] = SECRET.exec(given) ?? [];
  if (!tenantId || !secret) return null;
  return { tenantId, familyHash: hashSecret(secret.slice(0, FAMILY_CHARACTERS)), hash: hashSecret(secret) };
}

/** A new secret, in the family of the given one or in a new family. */
export function makeSecret(tenantId: string, before?: string): string {
  const start = `${tenantId}.`;
  const family = before ? before.slice(start.length, start.length + FAMILY_CHARACTERS) : newSecret(FAMILY_BYTES);
  return `${start}${family}${newSecret()}`;
}
