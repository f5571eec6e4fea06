import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { permittedServices } from './permitted-services.ts';
import { tenantParams } from '../fields.ts';
import { eachText } from './user-texts.ts';
import { extensionAttributes, mailAddresses, texts, user, userGroups, userParams, userRoles } from './users-fields.ts';

const path = '/api/auth/tenants/{tenantId}/users';

/**
 * A new user. `loginMailAddress` becomes the sign-in address once confirmed: with `invite` by registering (the user
 * chooses a password there; `status` must be `registering`), otherwise, for an active user, by the link of a
 * confirmation email; for a registering user it stays pending until `sendInvitation`. An active user without password
 * and invitation signs in by other means, such as a card.
 */
export const newUser = z
  .strictObject({
    userId: field.loginUserId,
    familyName: field.familyName.default(''),
    givenName: field.givenName.default(''),
    status: z.enum(['registering', 'active']).default('registering'),
    roles: userRoles.default(['User']),
    ...eachText((text) => texts[text].default('')),
    locale: field.locale.nullable().default(null),
    timezone: field.timezone.nullable().default(null),
    loginMailAddress: field.mailAddress.nullable().default(null),
    mailAddresses: mailAddresses.default([]),
    extensionAttributes: extensionAttributes.default({}),
    groups: userGroups.default([]),
    /** Send the invitation at once. */
    invite: z.boolean().default(false),
    password: field.password.optional(),
    /** True if the first sign-in requires another password. */
    mustChangePassword: z.boolean().default(true),
  })
  .refine((given) => !given.invite || given.loginMailAddress !== null, { path: ['loginMailAddress'] })
  .refine((given) => !given.invite || given.status === 'registering', { path: ['invite'] })
  .refine((given) => given.password === undefined || given.status === 'active', { path: ['password'] });
export type NewUser = z.output<typeof newUser>;

export const createUser = route({
  method: 'POST',
  path,
  access: 'users:write',
  operation: 'create',
  event: 'user.created',
  summary: 'Create a user',
  params: tenantParams,
  body: newUser,
  response: user,
  errors: [
    'not_found',
    'duplicated_params_userId',
    'duplicated_params_loginMailAddress',
    'invalid_params_groups.groupId',
    'password_policy_violated',
    'over_user_limit',
    'common_password',
    'service_busy',
  ],
  transaction: 'own',
});

export const getUser = route({
  method: 'GET',
  path: `${path}/{userId}`,
  access: 'users:read',
  operation: 'read',
  summary: 'Get a user and the services they can use',
  params: userParams,
  response: z.strictObject({ ...user.shape, permittedServices }),
  errors: ['not_found'],
});

const changeable = {
  familyName: field.familyName.optional(),
  givenName: field.givenName.optional(),
  roles: userRoles.optional(),
  ...eachText((text) => texts[text].optional()),
  locale: field.locale.nullable().optional(),
  timezone: field.timezone.nullable().optional(),
  loginMailAddress: field.mailAddress.nullable().optional(),
  nextLoginMailAddress: z.null().optional(),
  mailAddresses: mailAddresses.optional(),
  extensionAttributes: extensionAttributes.optional(),
  groups: userGroups.optional(),
};

/**
 * Changes to a user; only given fields change. A new `loginMailAddress` is pending, as `nextLoginMailAddress`, until
 * the mailed link is confirmed; unregistered and inactive users get no email. Null removes the address and any pending
 * one. `nextLoginMailAddress` can only be removed (null). `mailAddresses` and `groups` replace the stored ones. To
 * avoid overwriting a pending address, expect `nextLoginMailAddress` too.
 */
export const userChanges = z.strictObject({ ...changeable, expected: expectedOf(changeable) });
export type UserChanges = z.output<typeof userChanges>;

/** A field that the account's source manages is refused with `forbidden` and its name. */
export const updateUser = route({
  method: 'PUT',
  path: `${path}/{userId}`,
  access: 'users:write',
  operation: 'update',
  event: 'user.changed',
  summary: 'Change a user',
  params: userParams,
  body: userChanges,
  response: user,
  errors: [
    'not_found',
    'forbidden',
    'conflict',
    'duplicated_params_loginMailAddress',
    'invalid_params_groups.groupId',
    'last_administrator',
    'too_many_requests',
  ],
  transaction: 'own',
});

export const deleteUser = route({
  method: 'DELETE',
  path: `${path}/{userId}`,
  access: 'users:write',
  operation: 'delete',
  event: 'user.deleted',
  summary: 'Delete a user. It can be restored for 30 days',
  params: userParams,
  response: null,
  errors: ['not_found', 'last_administrator'],
});
