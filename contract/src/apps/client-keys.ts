// Without zod, so that pages read what one pastes as the server checks it.

export const MOST_KEYS = 10;
/** A modulus of 8192 bits. */
export const MAX_KEY_PART_LENGTH = 1400;

/** A public key of an app, as a JWK (RFC 7517). */
export interface PublicKey {
  kty: 'RSA' | 'EC' | 'OKP';
  kid?: string | undefined;
  use?: 'sig' | undefined;
  alg?: string | undefined;
  n?: string | undefined;
  e?: string | undefined;
  crv?: string | undefined;
  x?: string | undefined;
  y?: string | undefined;
}

const parts = ['kty', 'kid', 'use', 'alg', 'n', 'e', 'crv', 'x', 'y'] as const;
const text = /^[A-Za-z0-9_-]+$/;

/** Whether a public key is one that signs: with an RSA modulus of 2048 bits, P-256, P-384 or Ed25519. */
export function isUsableKey({ kty, n, e, crv, x, y }: PublicKey): boolean {
  const has = (...all: (string | undefined)[]) => all.every((part) => part !== undefined && text.test(part));
  if (kty === 'RSA') return has(n, e) && (n ?? '').length >= 342;
  if (kty === 'EC') return ['P-256', 'P-384'].includes(crv ?? '') && has(x, y);
  return crv === 'Ed25519' && has(x);
}

/** What is wrong with pasted keys; pages have a sentence for each. */
export type KeysMistake = 'json' | 'private' | 'unusable' | 'many';

/** The keys of a pasted JWKS or JWK, without what only describes them. */
export function readKeys(pasted: string): PublicKey[] | KeysMistake {
  let found: unknown;
  try {
    found = JSON.parse(pasted);
  } catch {
    return 'json';
  }
  if (typeof found !== 'object' || found === null) return 'json';
  // A list has a method of that name.
  const list: unknown = Array.isArray(found) ? found : 'keys' in found ? found.keys : [found];
  if (!Array.isArray(list) || list.length === 0) return 'json';
  if (list.length > MOST_KEYS) return 'many';
  const keys: PublicKey[] = [];
  for (const one of list as unknown[]) {
    if (typeof one !== 'object' || one === null) return 'json';
    if ('d' in one || 'k' in one) return 'private';
    const key = Object.fromEntries(parts.flatMap((part) => (part in one ? [[part, (one as PublicKey)[part]]] : [])));
    if (!isUsableKey(key as unknown as PublicKey)) return 'unusable';
    keys.push(key as unknown as PublicKey);
  }
  return keys;
}
