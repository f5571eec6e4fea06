import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { fail } from '#contract/errors.ts';

/** A certificate of an identity provider that answers can be checked with. */
export interface Certificate {
  /** DER. */
  bytes: Buffer;
  /** SHA-256, as hexadecimal digits. */
  fingerprint: string;
  subject: string;
  startsAt: Date;
  expiresAt: Date;
}

/** Shorter RSA keys can be broken. Keys of other kinds are not known to the library that checks signatures. */
const LEAST_BITS = 2048;
const LONGEST_SUBJECT = 300;

/**
 * Reads a certificate from PEM or bare base64. Throws `certification_expired`, and `invalid_params` for what is no
 * certificate, is not valid yet, or has a key that is too short or not RSA.
 */
export function readCertificate(text: string, now: Date): Certificate {
  const certificate = parse(text);
  if (!certificate) throw fail('invalid_params', { field: 'certification' });
  const { publicKey, raw, fingerprint256, subject, validFromDate, validToDate } = certificate;
  const { modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {};
  const isStrong = publicKey.asymmetricKeyType === 'rsa' && modulusLength >= LEAST_BITS;
  if (!isStrong || validFromDate > now) throw fail('invalid_params', { field: 'certification' });
  if (validToDate <= now) throw fail('certification_expired', { field: 'certification' });
  return {
    bytes: raw,
    fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
    subject: (subject ?? '').replace(/\p{Cc}+/gu, ', ').slice(0, LONGEST_SUBJECT),
    startsAt: validFromDate,
    expiresAt: validToDate,
  };
}

function parse(text: string): X509Certificate | null {
  const base64 = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    // Some keys are only found to be none when they are read.
    return certificate.publicKey ? certificate : null;
  } catch {
    return null;
  }
}

/** PEM, as identity providers and `readCertificate` read it. */
export const toPem = (bytes: Buffer): string => new X509Certificate(bytes).toString();

const MOST_KEYS = 1000;
const keys = new Map<string, KeyObject>();

/** The public key of a stored certificate; made once, since that takes as long as a check of a signature. */
export function keyOf({ fingerprint, certificate }: { fingerprint: string; certificate: Buffer }): KeyObject {
  const known = keys.get(fingerprint);
  if (known) return known;
  if (keys.size >= MOST_KEYS) keys.clear();
  const made = createPublicKey(new X509Certificate(certificate).toString());
  keys.set(fingerprint, made);
  return made;
}
