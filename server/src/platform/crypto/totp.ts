import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { decodeBase32, encodeBase32 } from './base32.ts';

const PERIOD_SECONDS = 30;
const DIGITS = 6;

/** A new TOTP secret: 160 random bits (RFC 4226 section 4, R6) as 32 base32 characters. */
export function newTotpSecret(): string {
  return encodeBase32(randomBytes(20));
}

/** The key URI that authenticator apps read from the QR code: SHA1, 6 digits, 30 seconds (spec section 8). */
export function otpauthUri({ secret, issuer, account }: { secret: string; issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const issuerParam = encodeURIComponent(issuer);
  return `otpauth://totp/${label}?issuer=${issuerParam}&secret=${secret}&algorithm=SHA1&digits=${DIGITS}&period=${PERIOD_SECONDS}`;
}

/**
 * The absolute time step (RFC 6238: seconds since 1970 divided by 30) whose code `otp` is, looking `window` steps back
 * and ahead of `now`; null when it is none of them or not six digits. The caller stores the step and refuses any that
 * is not later than the last one, so that a code is accepted once. Takes the same time wherever the match lies.
 */
export function matchTotpStep(input: { secret: string; otp: string; now: Date; window?: number }): number | null {
  const { secret, otp, now, window = 1 } = input;
  if (!/^[0-9]{6}$/.test(otp)) return null;
  const key = createSecretKey(decodeBase32(secret));
  const given = Buffer.from(otp, 'latin1');
  const current = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS);
  let matched: number | null = null;
  for (let step = Math.max(0, current - window); step <= current + window; step++) {
    if (timingSafeEqual(given, Buffer.from(codeOfStep(key, step), 'latin1'))) matched = step;
  }
  return matched;
}

/** HOTP of a step (RFC 4226 section 5.3: dynamic truncation). */
function codeOfStep(key: KeyObject, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac[mac.length - 1]! & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}
