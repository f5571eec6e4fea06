import {
  constants,
  createCipheriv,
  createDecipheriv,
  type DecipherGCM,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import { DSIG, SAML } from './read.ts';
import { attribute, type Xml, xml } from './write.ts';

export const XENC = 'http://www.w3.org/2001/04/xmlenc#';
export const XENC11 = 'http://www.w3.org/2009/xmlenc11#';
export const ELEMENT = `${XENC}Element`;
const OAEP = `${XENC}rsa-oaep-mgf1p`;
const AES256_GCM = `${XENC11}aes256-gcm`;

interface Cipher {
  bits: 128 | 192 | 256;
  /** CBC says nothing of whether what was encrypted was changed. */
  isCbc: boolean;
}

const ciphers: Readonly<Record<string, Cipher>> = Object.fromEntries(
  ([128, 192, 256] as const).flatMap((bits) => [
    [`${XENC11}aes${bits}-gcm`, { bits, isCbc: false }],
    [`${XENC}aes${bits}-cbc`, { bits, isCbc: true }],
  ]),
);

const hashes: Readonly<Record<string, string>> = {
  [`${DSIG}sha1`]: 'sha1',
  [`${XENC}sha256`]: 'sha256',
  [`${XENC}sha512`]: 'sha512',
  [`${XENC11}mgf1sha1`]: 'sha1',
  [`${XENC11}mgf1sha256`]: 'sha256',
  [`${XENC11}mgf1sha512`]: 'sha512',
};

/** Why something cannot be decrypted: its algorithms, the key it is for, or what it holds. */
export class Undecryptable extends Error {
  readonly why: 'algorithm' | 'key' | 'broken';
  readonly detail: string | null;
  constructor(why: Undecryptable['why'], detail: string | null = null) {
    super(why);
    this.why = why;
    this.detail = detail;
  }
}

/** What an EncryptedData element and the EncryptedKey that belongs to it say. */
export interface Encrypted {
  algorithm: string;
  cipher: string;
  key: { algorithm: string; cipher: string; digest: string | undefined; mask: string | undefined };
}

/** Whether AES-CBC was used. Throws `Undecryptable` for algorithms that are not taken. */
export function isCbc({ algorithm }: Encrypted): boolean {
  return cipherOf(algorithm).isCbc;
}

const cipherOf = (algorithm: string): Cipher => {
  const cipher = Object.hasOwn(ciphers, algorithm) ? ciphers[algorithm] : undefined;
  if (!cipher) throw new Undecryptable('algorithm', algorithm);
  return cipher;
};

/** RSA-OAEP alone: RSA 1.5 tells strangers what it deciphers. Node takes one hash for both of its parts. */
function oaepHashOf({ algorithm, digest = `${DSIG}sha1`, mask = `${XENC11}mgf1sha1` }: Encrypted['key']): string {
  if (algorithm !== OAEP && algorithm !== `${XENC11}rsa-oaep`) throw new Undecryptable('algorithm', algorithm);
  const masked = algorithm === OAEP ? 'sha1' : Object.hasOwn(hashes, mask) ? hashes[mask] : undefined;
  const hash = Object.hasOwn(hashes, digest) ? hashes[digest] : undefined;
  if (hash === undefined || hash !== masked) throw new Undecryptable('algorithm', `${algorithm} ${digest}`);
  return hash;
}

function bytesOf(base64: string): Buffer {
  const text = base64.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new Undecryptable('broken');
  return Buffer.from(text, 'base64');
}

/** One of our keys, by its ID. */
export interface DecryptionKey {
  kid: string;
  key: KeyObject;
}

/** Deciphers with the one of our keys that it is for, and says which. Throws `Undecryptable`. */
export function decrypt(encrypted: Encrypted, keys: readonly DecryptionKey[]): { plain: string; kid: string } {
  const cipher = cipherOf(encrypted.algorithm);
  const sealed = bytesOf(encrypted.cipher);
  const { key, kid } = unwrap(encrypted.key, keys, cipher.bits / 8);
  try {
    const plain = cipher.isCbc ? openCbc(cipher, key, sealed) : openGcm(cipher, key, sealed);
    return { plain: new TextDecoder('utf-8', { fatal: true }).decode(plain), kid };
  } catch {
    throw new Undecryptable('broken');
  }
}

function unwrap(wrapped: Encrypted['key'], keys: readonly DecryptionKey[], length: number) {
  const oaepHash = oaepHashOf(wrapped);
  const bytes = bytesOf(wrapped.cipher);
  for (const { key: ours, kid } of keys) {
    try {
      const key = privateDecrypt({ key: ours, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, bytes);
      if (key.length === length) return { key, kid };
    } catch {
      // It is for another key.
    }
  }
  throw new Undecryptable('key');
}

function openGcm({ bits }: Cipher, key: Buffer, sealed: Buffer): Buffer {
  const opener = createDecipheriv(`aes-${bits}-gcm`, key, sealed.subarray(0, 12), { authTagLength: 16 }) as DecipherGCM;
  opener.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([opener.update(sealed.subarray(12, -16)), opener.final()]);
}

/** Only the last byte of the padding counts (XML encryption 5.2.1). */
function openCbc({ bits }: Cipher, key: Buffer, sealed: Buffer): Buffer {
  const opener = createDecipheriv(`aes-${bits}-cbc`, key, sealed.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([opener.update(sealed.subarray(16)), opener.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > 16 || padding > padded.length) throw new Undecryptable('broken');
  return padded.subarray(0, -padding);
}

/** An assertion for the holder of a key alone, by AES-256-GCM and RSA-OAEP, in exclusive canonical form. */
export function encryptedAssertion(assertion: Xml, publicKey: KeyObject): Xml {
  const [key, nonce] = [randomBytes(32), randomBytes(12)];
  const sealer = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([nonce, sealer.update(assertion.text, 'utf8'), sealer.final(), sealer.getAuthTag()]);
  const wrapped = publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
    key,
  ).toString('base64');
  const value = (base64: string) =>
    xml`<xenc:CipherData><xenc:CipherValue>${base64}</xenc:CipherValue></xenc:CipherData>`;
  const encryptedKey = xml`<xenc:EncryptedKey><xenc:EncryptionMethod${attribute('Algorithm', OAEP)}><ds:DigestMethod${attribute('Algorithm', `${DSIG}sha1`)}></ds:DigestMethod></xenc:EncryptionMethod>${value(wrapped)}</xenc:EncryptedKey>`;
  return xml`<saml:EncryptedAssertion${attribute('xmlns:saml', SAML)}><xenc:EncryptedData${attribute('xmlns:xenc', XENC)}${attribute('Type', ELEMENT)}><xenc:EncryptionMethod${attribute('Algorithm', AES256_GCM)}></xenc:EncryptionMethod><ds:KeyInfo${attribute('xmlns:ds', DSIG)}>${encryptedKey}</ds:KeyInfo>${value(sealed.toString('base64'))}</xenc:EncryptedData></saml:EncryptedAssertion>`;
}
