import {
  CONFIRM_CODE_LENGTH,
  MAX_DEVICE_AUTHENTICATION_ID_LENGTH,
  MAX_HOST_LABEL_LENGTH,
  MAX_HOST_NAME_LENGTH,
  MAX_MAIL_ADDRESS_LENGTH,
  MAX_MAIL_LOCAL_PART_LENGTH,
  MAX_TENANT_ID_LENGTH,
  MAX_USER_ID_LENGTH,
  MIN_PIN_LENGTH,
  MIN_TENANT_ID_LENGTH,
} from './limits.ts';

/** User IDs with this prefix are management agents; only they may contain the colon (decisions.md). */
export const agentPrefix = 'agent:';

/** Number of characters as users count them: code points, not UTF-16 units. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** The key by which IDs are compared and unique: case-insensitive. */
export function foldId(id: string): string {
  return id.normalize('NFC').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** userId: letters, digits, dot, underscore, hyphen; no leading hyphen; not only dots (spec section 5). */
export function isUserId(value: string): boolean {
  return value.length <= MAX_USER_ID_LENGTH && /^(?!-)(?!\.+$)[A-Za-z0-9._-]+$/.test(value);
}

/** groupId follows the rule of userId. */
export function isGroupId(value: string): boolean {
  return isUserId(value);
}

/** True if a user ID belongs to a management agent. */
export function isAgentId(value: string): boolean {
  return value.startsWith(agentPrefix);
}

/** loginUserId: a user ID, optionally with the management-agent prefix. */
export function isLoginUserId(value: string): boolean {
  return value.length <= MAX_USER_ID_LENGTH && isUserId(isAgentId(value) ? value.slice(agentPrefix.length) : value);
}

/** Tenant ID: 3–32 lower-case letters, digits, hyphens; a hyphen neither first nor last (decisions.md). */
export function isTenantId(value: string): boolean {
  const fits = value.length >= MIN_TENANT_ID_LENGTH && value.length <= MAX_TENANT_ID_LENGTH;
  return fits && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(value);
}

function isHostLabel(label: string): boolean {
  return label.length <= MAX_HOST_LABEL_LENGTH && /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/.test(label);
}

/** Host name: dot-separated labels of letters, digits and hyphens, no label with a hyphen at an end (RFC 1123). */
export function isHostName(value: string): boolean {
  return value.length <= MAX_HOST_NAME_LENGTH && value.split('.').every(isHostLabel);
}

/**
 * Domain: a host name of two labels or more whose last one is not a number (so no IPv4 address), nor a hexadecimal one:
 * browsers and `URL` read `8.8.8.0x8` as an address, and `a.0x7f` as a broken one.
 */
export function isDomain(value: string): boolean {
  const labels = value.split('.');
  return isHostName(value) && labels.length >= 2 && !/^([0-9]+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? '');
}

/**
 * Email address: up to 64 characters, @, a domain; up to 128 characters in all. The local part consists of the
 * characters of a dot-atom (RFC 5322), with dots anywhere: Japanese carriers issued `a..b@` and `name.@` and still
 * deliver to them (emails go out with that part quoted, `server/src/platform/mail/address.ts`).
 */
export function isMailAddress(value: string): boolean {
  const at = value.lastIndexOf('@');
  if (at < 1 || at > MAX_MAIL_LOCAL_PART_LENGTH || value.length > MAX_MAIL_ADDRESS_LENGTH) return false;
  const local = value.slice(0, at);
  return /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+$/.test(local) && !/^\.+$/.test(local) && isDomain(value.slice(at + 1));
}

/**
 * User ID made from an email address: the part before the @, with hyphens for characters an ID cannot have; undefined
 * if none is possible.
 */
export function userIdOf(mailAddress: string): string | undefined {
  const local = mailAddress.slice(0, mailAddress.lastIndexOf('@'));
  const id = local.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^-+/, '');
  return isUserId(id) ? id : undefined;
}

/** Printable ASCII without backtick and backslash. */
export function isAscii(value: string): boolean {
  return /^[ -[\]-_a-~]*$/.test(value);
}

/** No character that ends a line, in any script. */
export function hasNoNewLine(value: string): boolean {
  return !/[\n\v\f\r\u0085\u2028\u2029]/.test(value);
}

/** True for exactly `count` hexadecimal digits. */
export function isHexDigits(value: string, count: number): boolean {
  return value.length === count && /^[0-9A-Fa-f]*$/.test(value);
}

export function isAlphabet(value: string): boolean {
  return /^[A-Za-z]+$/.test(value);
}

/** True if all characters are allowed in a URL (RFC 3986). */
export function isUrlCharacters(value: string): boolean {
  return /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/.test(value);
}

/** A cybozu subdomain: one label of letters, digits and hyphens, a hyphen neither first nor last. */
export function isCybozuSubdomain(value: string): boolean {
  return isHostLabel(value);
}

/** Device authentication ID: 1–128 letters, digits, hyphens; no hyphen first. */
export function isDeviceAuthenticationId(value: string): boolean {
  return value.length <= MAX_DEVICE_AUTHENTICATION_ID_LENGTH && /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(value);
}

/** One-time code of MFA: exactly 6 ASCII digits. */
export function isConfirmCode(value: string): boolean {
  return value.length === CONFIRM_CODE_LENGTH && /^[0-9]+$/.test(value);
}

/** `digits` by default; a tenant may allow letters. */
export type PinCharacters = 'digits' | 'alphanumeric';

export interface PinPolicy {
  characters: PinCharacters;
  minLength: number;
  maxLength: number;
}

/** Shortest PIN allowed in a tenant of this size, so that guesses seldom hit (decisions.md). */
export function pinMinLength(userCount: number): number {
  return Math.max(MIN_PIN_LENGTH, String(Math.max(0, Math.trunc(userCount))).length + 1);
}

/** True if a PIN has the characters and length of the policy, and at least 4 characters. */
export function isPin(pin: string, { characters, minLength, maxLength }: PinPolicy): boolean {
  const allowed = characters === 'alphanumeric' ? /^[A-Za-z0-9]+$/ : /^[0-9]+$/;
  return allowed.test(pin) && pin.length >= Math.max(MIN_PIN_LENGTH, minLength) && pin.length <= maxLength;
}

/** A search keyword, trimmed, its wildcard and escape characters escaped; the user search escapes `&` as well. */
export function escapeSearchKeyword(keyword: string, search: 'group' | 'user' = 'group'): string {
  return keyword.trim().replace(search === 'user' ? /[\\*&]/g : /[\\*]/g, '\\$&');
}
