import { z } from 'zod';
import { loginPolicy } from './login-policy.ts';

const whole = (least: number, most: number) => z.number().int().min(least).max(most);

export const passwordPolicy = z.strictObject({
  minLength: whole(8, 64).default(8),
  minUppercase: whole(0, 10).default(0),
  minSpecial: whole(0, 10).default(0),
  minNumeric: whole(0, 10).default(0),
  history: whole(0, 24).default(0),
  /** Days after which a password must be changed; `null`: never. */
  expiresAfterDays: whole(1, 999).nullable().default(null),
});

export const accountLockPolicy = z.strictObject({
  enabled: z.boolean().default(true),
  failures: whole(1, 99).default(10),
  /** Failures within this many minutes count together. */
  withinMinutes: whole(1, 1440).default(15),
  /** `null`: until an administrator unlocks. */
  lockMinutes: whole(1, 43_200).nullable().default(15),
});

export const sessionPolicy = z.strictObject({
  idleMinutes: whole(5, 43_200).default(720),
  absoluteMinutes: whole(5, 43_200).default(1_440),
  /** For administrators, if shorter (`session-life.ts`). */
  administratorIdleMinutes: whole(5, 43_200).default(60),
  administratorAbsoluteMinutes: whole(5, 43_200).default(720),
  /** Maximum age of the proof for sensitive acts. */
  reauthenticationMinutes: whole(1, 1_440).default(15),
});

/** Notices about expiring passwords (docs/decisions/0028). Text: `customizeMail`, type `passwordExpiration`. */
export const passwordExpirationPolicy = z.strictObject({
  /** Days before expiry when the email is sent; `null`: none is sent. */
  noticeDaysBefore: whole(1, 60).nullable().default(null),
});

/**
 * A tenant's `securityPolicy` (spec section 3). Stored in part, read in full: missing fields have the defaults here.
 */
export const securityPolicy = z.strictObject({
  passwordPolicy: passwordPolicy.prefault({}),
  passwordExpirationPolicy: passwordExpirationPolicy.prefault({}),
  accountLockPolicy: accountLockPolicy.prefault({}),
  sessionPolicy: sessionPolicy.prefault({}),
  loginPolicy: loginPolicy.prefault({}),
});

export type SecurityPolicy = z.output<typeof securityPolicy>;
/** Sections of the policy, each with one or more pages. */
export type PolicySection = keyof SecurityPolicy;

type Some<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Some<T[K]> | undefined } : T;

/** Some fields of a policy; missing ones stay as they are. */
export type SomeSecurityPolicy = Some<SecurityPolicy>;

/** Converts a schema to one with all fields optional and without defaults; unknown fields are refused. */
function some(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return some(schema.unwrap());
  if (!(schema instanceof z.ZodObject)) return schema as z.ZodType;
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, some(field).optional()]);
  return z.strictObject(Object.fromEntries(fields));
}

/** A change of the policy; fields that it does not name keep their values. */
export const someSecurityPolicy = some(securityPolicy) as z.ZodType<SomeSecurityPolicy, SomeSecurityPolicy>;
