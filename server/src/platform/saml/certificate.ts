import { createHash, type KeyObject, sign, X509Certificate } from 'node:crypto';

// DER (X.690), as far as a self-signed certificate needs it.

const SEQUENCE = 0x30;
const SET = 0x31;

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = Buffer.from(length.toString(16).padStart(length > 0xffff ? 6 : length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, content]);
}

/** An unsigned number: a leading zero keeps it from being negative. */
function integer(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const plain = first < 0 ? Buffer.from([0]) : bytes.subarray(first);
  return der(0x02, (plain[0] as number) & 0x80 ? Buffer.concat([Buffer.from([0]), plain]) : plain);
}

/** A moment; from 2050 on with four digits of the year (RFC 5280 section 4.1.2.5). */
function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '');
  return at.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits));
}

const SHA256_WITH_RSA = der(SEQUENCE, Buffer.from('06092a864886f70d01010b', 'hex'), Buffer.from('0500', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const MOST_OF_COMMON_NAME = 64;

const nameOf = (commonName: string) =>
  der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(commonName.slice(0, MOST_OF_COMMON_NAME))))));

/**
 * A self-signed X.509 certificate (RFC 5280) for an RSA key. SAML uses certificates as a wrapping of keys: peers compare
 * the key and look at the dates, so there are no extensions. The same key and dates give the same certificate.
 */
export function selfSignedCertificate(given: {
  privateKey: KeyObject;
  publicKey: KeyObject;
  commonName: string;
  startsAt: Date;
  expiresAt: Date;
}): Buffer {
  const key = given.publicKey.export({ type: 'spki', format: 'der' });
  const name = nameOf(given.commonName);
  // 16 bytes that nobody chose, as section 4.1.2.2 wants them.
  const serial = createHash('sha256').update(key).update(given.startsAt.toISOString()).digest().subarray(0, 16);
  const toSign = der(
    SEQUENCE,
    integer(serial),
    SHA256_WITH_RSA,
    name,
    der(SEQUENCE, time(given.startsAt), time(given.expiresAt)),
    name,
    key,
  );
  const signature = sign('sha256', toSign, given.privateKey);
  return der(SEQUENCE, toSign, SHA256_WITH_RSA, der(0x03, Buffer.from([0]), signature));
}

export const fingerprintOf = (certificate: Buffer) => createHash('sha256').update(certificate).digest('hex');

export const pemOf = (certificate: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(certificate.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;

const SMALLEST_RSA_BITS = 2048;

export interface GivenCertificate {
  certificate: Buffer;
  fingerprint: string;
  subject: string;
  startsAt: Date;
  expiresAt: Date;
}

/** A certificate from PEM, or from the Base64 of metadata; null for anything else and for keys that are too weak. */
export function readCertificate(text: string): GivenCertificate | null {
  const body = /^\s*(?:-----BEGIN CERTIFICATE-----)?([A-Za-z0-9+/=\s]+)(?:-----END CERTIFICATE-----)?\s*$/.exec(
    text,
  )?.[1];
  if (!body) return null;
  try {
    const read = new X509Certificate(Buffer.from(body, 'base64'));
    const { asymmetricKeyType, asymmetricKeyDetails } = read.publicKey;
    if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < SMALLEST_RSA_BITS) return null;
    const [startsAt, expiresAt] = [new Date(read.validFrom), new Date(read.validTo)];
    if (Number.isNaN(startsAt.getTime()) || Number.isNaN(expiresAt.getTime())) return null;
    const subject = read.subject.replace(/\n/g, ', ').slice(0, 300);
    return { certificate: read.raw, fingerprint: fingerprintOf(read.raw), subject, startsAt, expiresAt };
  } catch {
    return null;
  }
}
