import { generateKeyPair, type JsonWebKey as NodeJwk } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, type JWK } from 'jose';

export type SigningAlgorithm = 'ES256' | 'RS256';
export type SigningKey = { kid: string; privateJwk: JWK; publicJwk: JWK };

/**
 * A new key pair for signing tokens, as JWKs (RFC 7517) with `kid`, `alg` and `use`; the kid is the key's thumbprint
 * (RFC 7638). ES256 by default, RS256 (2048 bits) for relying parties that support nothing else. Seal the private JWK
 * before storing it.
 */
export async function newSigningKey(alg: SigningAlgorithm = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = alg === 'ES256' ? await newEcPair() : await newRsaPair();
  const kid = await calculateJwkThumbprint(asJwk(publicKey.export({ format: 'jwk' })));
  const common = { kid, alg, use: 'sig' };
  return {
    kid,
    privateJwk: { ...asJwk(privateKey.export({ format: 'jwk' })), ...common },
    publicJwk: { ...asJwk(publicKey.export({ format: 'jwk' })), ...common },
  };
}

function newEcPair() {
  return promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
}

function newRsaPair() {
  return promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
}

/** Node's type allows a JWK without `kty`; an exported key always has one. */
function asJwk(jwk: NodeJwk): JWK {
  return jwk as JWK;
}
