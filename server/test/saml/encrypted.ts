import { type CipherGCM, constants, createCipheriv, type KeyObject, publicEncrypt, randomBytes } from 'node:crypto';

/** How an assertion is encrypted; each part can be wrong. */
export interface HowEncrypted {
  data?: string;
  key?: string;
  digest?: string | null;
  /** Where the EncryptedKey lies. */
  place?: 'inside' | 'beside';
  type?: string;
  /** Ciphered in place of the assertion of the response. */
  plain?: string;
}

const XENC = 'http://www.w3.org/2001/04/xmlenc#';
export const GCM = (bits: number) => `http://www.w3.org/2009/xmlenc11#aes${bits}-gcm`;
export const CBC = (bits: number) => `${XENC}aes${bits}-cbc`;
export const RSA_1_5 = `${XENC}rsa-1_5`;
export const RSA_OAEP = `${XENC}rsa-oaep-mgf1p`;
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/;

const cipherOf = (text: string, key: Buffer, algorithm: string): Buffer => {
  const bits = key.length * 8;
  if (algorithm.endsWith('cbc')) {
    const iv = randomBytes(16);
    const cipher = createCipheriv(`aes-${bits}-cbc`, key, iv);
    return Buffer.concat([iv, cipher.update(text), cipher.final()]);
  }
  const iv = randomBytes(12);
  const cipher = createCipheriv(`aes-${bits}-gcm`, key, iv) as CipherGCM;
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
};

const bitsOf = (algorithm: string) => Number(/aes(\d+)/.exec(algorithm)?.[1] ?? 256);

/** A response whose assertion is encrypted for a key, made without anything of the portal's. */
export function encrypted(response: string, publicKey: KeyObject, how: HowEncrypted = {}): string {
  const { data = GCM(256), key = RSA_OAEP, digest = SHA1, place = 'inside', type = `${XENC}Element` } = how;
  const secret = randomBytes(bitsOf(data) / 8);
  const padding = key === RSA_1_5 ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_OAEP_PADDING;
  const oaepHash = digest?.endsWith('sha256') ? 'sha256' : 'sha1';
  const wrapped = publicEncrypt({ key: publicKey, padding, ...(key === RSA_1_5 ? {} : { oaepHash }) }, secret);
  const plain = how.plain ?? ASSERTION.exec(response)?.[0] ?? '';
  const value = (bytes: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
  const named =
    digest === null
      ? ''
      : `<ds:DigestMethod xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Algorithm="${digest}"/>${digest === SHA1 ? '' : '<xenc11:MGF xmlns:xenc11="http://www.w3.org/2009/xmlenc11#" Algorithm="http://www.w3.org/2009/xmlenc11#mgf1sha256"/>'}`;
  const encryptedKey = `<xenc:EncryptedKey xmlns:xenc="${XENC}"><xenc:EncryptionMethod Algorithm="${key}">${named}</xenc:EncryptionMethod>${value(wrapped)}</xenc:EncryptedKey>`;
  const info =
    place === 'inside' ? `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${encryptedKey}</ds:KeyInfo>` : '';
  const element = `<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="${XENC}" Type="${type}"><xenc:EncryptionMethod Algorithm="${data}"/>${info}${value(cipherOf(plain, secret, data))}</xenc:EncryptedData>${place === 'beside' ? encryptedKey : ''}</saml:EncryptedAssertion>`;
  return response.replace(ASSERTION, () => element);
}
