import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { JWK } from 'jose';
import { ExternalSigningKey } from 'oidc-provider';

/**
 * A key with which the library signs synchronously through Node's crypto: a P-256 signature takes 30 µs, less than
 * passing it to another thread as the library does (performance.md). RSA, which takes 200 µs, is left to the library.
 */
class LocalSigningKey extends ExternalSigningKey {
  #private: KeyObject;
  #public: KeyObject;

  constructor(jwk: JWK) {
    super();
    this.kid = String(jwk.kid);
    this.alg = 'ES256';
    this.#private = createPrivateKey({ key: jwk as never, format: 'jwk' });
    this.#public = createPublicKey(this.#private);
  }

  override keyObject(): KeyObject {
    return this.#public;
  }

  override sign(data: Uint8Array): Buffer {
    return sign('sha256', data, { key: this.#private, dsaEncoding: 'ieee-p1363' });
  }
}

/** The keys in the library's format. */
export function toLibraryKeys(keys: { privateJwk: JWK }[]): (JWK | ExternalSigningKey)[] {
  return keys.map(({ privateJwk }) => (privateJwk.alg === 'ES256' ? new LocalSigningKey(privateJwk) : privateJwk));
}
