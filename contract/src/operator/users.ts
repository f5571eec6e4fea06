import { z } from 'zod';
import * as field from '../fields.ts';
import { roles, isAdministrator } from '../roles.ts';
import { route } from '../route.ts';
import { operatorReason, reasonOnly } from './tokens.ts';

/**
 * A new user of a tenant. Without a password one is generated, shown once, and changed at the first sign-in. An invited
 * user gets an email instead and chooses a password; the address becomes the sign-in address then.
 */
export const newUser = z
  .strictObject({
    userId: field.loginUserId,
    familyName: field.familyName.default(''),
    givenName: field.givenName.default(''),
    roles: z
      .array(z.enum(roles))
      .min(1)
      .default(['User'])
      .overwrite((given) => [...new Set(given)]),
    loginMailAddress: field.mailAddress.nullable().default(null),
    department: field.name.default(''),
    location: field.name.default(''),
    locale: field.locale.nullable().default(null),
    timezone: field.timezone.nullable().default(null),
    password: field.password.optional(),
    mustChangePassword: z.boolean().default(true),
    invite: z.boolean().default(false),
    /** Required if the user becomes an administrator. */
    reason: operatorReason.optional(),
  })
  .refine((user) => !isAdministrator(user.roles) || user.reason !== undefined, { path: ['reason'] })
  .refine((user) => !user.invite || (user.loginMailAddress !== null && user.password === undefined), {
    path: ['invite'],
  });
export type NewUser = z.input<typeof newUser>;

/** Facts about a user that the operator needs to restore their access. */
export const operatorUser = z.strictObject({
  tenantId: z.string(),
  uuid: field.uuid,
  userId: z.string(),
  familyName: z.string(),
  givenName: z.string(),
  status: z.enum(['registering', 'active', 'inactive', 'locked']),
  roles: z.array(z.string()),
  loginMailAddress: z.string().nullable(),
  passwordAssigned: z.boolean(),
  mustChangePassword: z.boolean(),
  totpEnabled: z.boolean(),
  recoveryCodesLeft: z.number().int(),
  failedCount: z.number().int(),
  failedStreak: z.number().int(),
  lockedUntil: z.string().nullable(),
  loginedAt: z.string().nullable(),
  createdAt: z.string(),
});
export type OperatorUser = z.output<typeof operatorUser>;

/** The user, and a generated password, shown only here. */
const userWithPassword = z.strictObject({ user: operatorUser, password: z.string().nullable() });

const tenantParams = z.strictObject({ tenantId: field.tenantId });
export const userParams = z.strictObject({ tenantId: field.tenantId, userId: field.loginUserId });

export const createUser = route({
  method: 'POST',
  path: '/api/operator/tenants/{tenantId}/users',
  access: 'operator',
  operation: 'create',
  event: 'user.created',
  summary: 'Create a user with a password, or invite one by email',
  params: tenantParams,
  body: newUser,
  response: userWithPassword,
  errors: [
    'not_found',
    'duplicated_params_userId',
    'duplicated_params_loginMailAddress',
    'password_policy_violated',
    'over_user_limit',
    'common_password',
  ],
  transaction: 'own',
});

export const getUser = route({
  method: 'GET',
  path: '/api/operator/tenants/{tenantId}/users/{userId}',
  access: 'operator',
  operation: 'read',
  summary: 'Get a user',
  params: userParams,
  response: operatorUser,
  errors: ['not_found'],
});

/** A given password, or a generated one. */
export const newPassword = z.strictObject({
  password: field.password.optional(),
  mustChangePassword: z.boolean().default(true),
  reason: operatorReason,
});

export const resetPassword = route({
  method: 'POST',
  path: '/api/operator/tenants/{tenantId}/users/{userId}/resetPassword',
  access: 'operator',
  operation: 'update',
  event: 'user.passwordSet',
  credentials: true,
  summary: 'Reset the password of a user and end all their sessions',
  params: userParams,
  body: newPassword,
  response: userWithPassword,
  errors: ['not_found', 'password_policy_violated', 'common_password', 'history', 'service_busy'],
  transaction: 'own',
});

export const unlockUser = route({
  method: 'POST',
  path: '/api/operator/tenants/{tenantId}/users/{userId}/unlock',
  access: 'operator',
  operation: 'update',
  event: 'user.unlocked',
  credentials: true,
  summary: 'Unlock an account and reset its failure counters',
  params: userParams,
  body: reasonOnly,
  response: operatorUser,
  errors: ['not_found'],
});

export const resetMfa = route({
  method: 'POST',
  path: '/api/operator/tenants/{tenantId}/users/{userId}/resetMfa',
  access: 'operator',
  operation: 'update',
  event: 'user.mfaReset',
  credentials: true,
  summary: 'Reset the MFA of a user, including recovery codes',
  params: userParams,
  body: reasonOnly,
  response: operatorUser,
  errors: ['not_found'],
});
