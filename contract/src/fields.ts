import { z } from 'zod';
import { countries } from './countries.ts';
import { languages } from './languages.ts';
import {
  CONFIRM_CODE_LENGTH,
  DEFAULT_PAGE_SIZE,
  MAX_DESCRIPTION_LENGTH,
  MAX_DEVICE_AUTHENTICATION_ID_LENGTH,
  MAX_GROUP_ID_LENGTH,
  MAX_MAIL_ADDRESS_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PAGE_SIZE,
  MAX_PASSWORD_LENGTH,
  MAX_PIN_LENGTH,
  MAX_TENANT_ID_LENGTH,
  MAX_USER_ID_LENGTH,
  MIN_PIN_LENGTH,
  MIN_TENANT_ID_LENGTH,
} from './limits.ts';
import { isAcceptablePassword, normalizePassword } from './password.ts';
import {
  codePointLength,
  hasNoNewLine,
  isConfirmCode,
  isDeviceAuthenticationId,
  isGroupId,
  isLoginUserId,
  isMailAddress,
  isTenantId,
  isUserId,
} from './rules.ts';
import { isVisibleName } from './visible-name.ts';
import { inOneForm } from './text-forms.ts';
import { canonicalTimezone, isTimezone } from './timezones.ts';

/** C0 controls, DEL and C1 controls; NUL is among them. */
const anyControl = /\p{Cc}/u;
/** A text of several lines may hold tab, line feed and carriage return. */
const controlBesidesLines = /(?![\t\n\r])\p{Cc}/u;

/** Upper bound in UTF-16 units for a cheap length check: a code point has at most two. */
function units(max: number): number {
  return 2 * max;
}

/** At most this many code units become one code point in NFC: longer texts are refused before normalizing. */
const MOST_UNITS = 4;

function isText(value: string, max: number, control: RegExp): boolean {
  return value.isWellFormed() && codePointLength(value) <= max && !control.test(value);
}

const isLine = (value: string, max: number) => isText(value, max, anyControl) && hasNoNewLine(value);

/** A text normalized to its stored form, then measured. */
function typed(max: number) {
  return z
    .string()
    .refine((value) => value.length <= MOST_UNITS * max, { abort: true })
    .overwrite(inOneForm)
    .max(units(max));
}

/**
 * One line of typed text: at most `max` code points, no control characters (so no NUL), no lone surrogates. Normalized
 * to NFC by `inOneForm`.
 */
export function text(max: number) {
  return typed(max).refine((value) => isLine(value, max));
}

/** Text of several lines: like `text`, with tab, line feed and carriage return. */
export function multilineText(max: number) {
  return typed(max).refine((value) => isText(value, max, controlBesidesLines));
}

/** One line like `text`, but unchanged: IDs, page addresses, secrets. */
export function exactText(max: number) {
  return z
    .string()
    .max(units(max))
    .refine((value) => isLine(value, max));
}

/** A secret code from the server: URL-safe characters (RFC 4648 section 5, and dots between parts). */
function code(min: number, max: number) {
  return z
    .string()
    .min(min)
    .max(max)
    .regex(/^[A-Za-z0-9._~-]+$/);
}

export const tenantId = z.string().min(MIN_TENANT_ID_LENGTH).max(MAX_TENANT_ID_LENGTH).refine(isTenantId);
export const userId = z.string().min(1).max(MAX_USER_ID_LENGTH).refine(isUserId);
/** A user ID for signing in or addressing users, including management agents. */
export const loginUserId = z.string().min(1).max(MAX_USER_ID_LENGTH).refine(isLoginUserId);
/** Name of a device, which it authenticates with: letters, digits, hyphens; case-insensitive. */
export const deviceId = z.string().min(1).max(MAX_DEVICE_AUTHENTICATION_ID_LENGTH).refine(isDeviceAuthenticationId);
export const groupId = z.string().min(1).max(MAX_GROUP_ID_LENGTH).refine(isGroupId);
export const mailAddress = z.string().max(MAX_MAIL_ADDRESS_LENGTH).refine(isMailAddress);
export const uuid = z.uuid();

/** IDs given by the provider: letters, digits, dot, underscore, hyphen; stored and compared as given. */
export const providerId = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);

/** A name of a person, group or thing: one visible line (`isVisibleName`), at most 128 characters; may be empty. */
export const name = text(MAX_NAME_LENGTH).refine(isVisibleName);
/** A required name, trimmed. */
export const requiredName = name.overwrite((value) => value.trim()).refine((value) => value !== '');
export const familyName = name;
export const givenName = name;
export const description = multilineText(MAX_DESCRIPTION_LENGTH);

/** A typed password: 1–1024 code points, no control characters, normalized to NFC, not trimmed. */
export const password = z
  .string()
  .min(1)
  .refine((value) => isAcceptablePassword(value) && !anyControl.test(value), { abort: true })
  .overwrite(normalizePassword)
  .meta({ format: 'password', maxLength: MAX_PASSWORD_LENGTH });

export const locale = z.enum(languages);
/** ISO 3166-1 alpha-2. */
export const country = z.string().refine((value) => countries.includes(value));
/** A time zone; legacy aliases become the canonical zone. */
export const timezone = z.string().max(64).overwrite(canonicalTimezone).refine(isTimezone);

/** One-time code of an authenticator app. */
export const otp = z.string().length(CONFIRM_CODE_LENGTH).refine(isConfirmCode);
/** A recovery code as typed; the server handles hyphens, blanks and full-width letters. */
export const recoveryCode = exactText(64).min(8);
/** A PIN, before the tenant's policy is applied (`isPin`). */
export const pin = z
  .string()
  .min(MIN_PIN_LENGTH)
  .max(MAX_PIN_LENGTH)
  .regex(/^[A-Za-z0-9]+$/);

/** The one-time code of a mailed link (256 random bits). */
export const exchangeCode = code(43, 128);
/** Result of trading an exchange code. */
export const temporaryCode = code(43, 128);
/** A pending sign-in. */
export const loginId = code(16, 128);
/** Opens another account of the same user. */
export const ticket = code(43, 128);

/** A whole number, or its digits in a query string; nothing else is converted. */
function wholeNumber(min: number, max: number) {
  const digits = z
    .string()
    .regex(/^[0-9]{1,10}$/)
    .transform(Number);
  return z.union([z.number(), digits]).pipe(z.number().int().min(min).max(max));
}

/** The page of a list, from 1. */
export const page = wholeNumber(1, 1_000_000_000).default(1);
/** Results per page. */
export const count = wholeNumber(1, MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE);
export const order = z.enum(['ascending', 'descending']).default('ascending');

/** The columns a list can be sorted by, the first being the default. */
export function sortBy<const T extends readonly [string, ...string[]]>(columns: T) {
  return z.enum(columns).default(() => columns[0] as never);
}

/** The tenant in the path: an invalid ID is answered like an unknown one. */
export const tenantParams = z.strictObject({ tenantId: z.string().max(40) });

/** A group where it is only mentioned. */
export const groupName = z.strictObject({ uuid, groupId: z.string(), name: z.string() });
