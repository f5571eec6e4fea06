import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/** The signed-in user (spec section 3, "Me"). */
export const me = z.strictObject({
  tenantId: z.string(),
  tenantName: z.string(),
  userId: z.string(),
  uuid: field.uuid,
  familyName: z.string(),
  givenName: z.string(),
  status: z.string(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  department: z.string(),
  location: z.string(),
  locale: z.string().nullable(),
  timezone: z.string().nullable(),
  loginMailAddress: z.string().nullable(),
  nextLoginMailAddress: z.string().nullable(),
  loginMailAddressConfirmationExpiresAt: z.string().nullable(),
  mailAddresses: z.array(z.string()),
  totp: z.array(z.strictObject({ uuid: field.uuid, enabled: z.boolean(), activatedAt: z.string().nullable() })),
  recoveryCodesLeft: z.number().int(),
  passwordAssigned: z.boolean(),
  passwordChangedAt: z.string().nullable(),
  userCodeAssigned: z.boolean(),
  /** `enabled`: the tenant offers MFA; `setupRequired`: the portal opens only after it is set up. */
  mfaStatus: z.strictObject({ enabled: z.boolean(), enforced: z.boolean(), setupRequired: z.boolean() }),
  source: z.string(),
  loginedAt: z.string().nullable(),
  appExtension: z.record(z.string(), z.unknown()),
  tenantLocale: z.string(),
  tenantTimezone: z.string(),
  tenantCountry: z.string().nullable(),
});

export type Me = z.output<typeof me>;

export const getMe = route({
  method: 'GET',
  path: '/api/auth/me',
  access: 'limited',
  operation: 'read',
  summary: 'Get the signed-in user',
  response: me,
  errors: [],
  transaction: 'own',
});
