import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { tenantParams } from '../fields.ts';
import { user } from './users-fields.ts';

const path = '/api/auth/tenants/{tenantId}/deletedUsers';
const deletedParams = z.strictObject({ ...tenantParams.shape, uuid: field.uuid });

/** A deleted user, who can be restored until `expiresAt`. The user ID and the address can be reused meanwhile. */
export const deletedUser = z.strictObject({
  uuid: field.uuid,
  userId: z.string(),
  familyName: z.string(),
  givenName: z.string(),
  roles: z.array(z.string()),
  /** The sign-in address, otherwise the pending one. */
  loginMailAddress: z.string().nullable(),
  deletedAt: z.string(),
  /** User ID of the administrator who deleted the user. */
  deletedBy: z.string(),
  expiresAt: z.string(),
});
export type DeletedUser = z.output<typeof deletedUser>;

export const listDeletedUsers = route({
  method: 'GET',
  path,
  access: 'users:read',
  operation: 'read',
  summary: 'List deleted users that can be restored, newest first',
  params: tenantParams,
  query: z.strictObject({
    /** A part of the user ID, the name or the address. */
    text: z.string().min(1).max(320).optional(),
    count: field.count,
    cursor: z
      .string()
      .regex(/^[np]\.\d{1,14}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      .optional(),
  }),
  response: pageOf(deletedUser),
  errors: ['not_found'],
});

/** What could not be restored: it belongs to another user by now, no longer exists, or has no seat left. */
const left = z.strictObject({
  groups: z.number().int(),
  licenseIds: z.array(z.string()),
  userCode: z.boolean(),
  accounts: z.number().int(),
});

/**
 * Restores a user with groups, MFA, password and licenses. If another user has the user ID or the address by now
 * (`duplicated_params_…`), a different one can be given; null: without an address. A different address works once it is
 * confirmed. Restoring an administrator requires a recent proof, and so does a different address or none.
 */
export const restoreDeletedUser = route({
  method: 'POST',
  path: `${path}/{uuid}/restore`,
  access: 'users:write',
  // Restores passwords and MFA.
  only: 'portal',
  operation: 'create',
  event: 'user.restored',
  summary: 'Restore a deleted user',
  params: deletedParams,
  body: z.strictObject({
    userId: field.loginUserId.optional(),
    loginMailAddress: field.mailAddress.nullable().optional(),
  }),
  response: z.strictObject({ user, left }),
  errors: [
    'not_found',
    'duplicated_params_userId',
    'duplicated_params_loginMailAddress',
    'over_user_limit',
    'too_many_requests',
  ],
  transaction: 'own',
});

export const purgeDeletedUser = route({
  method: 'DELETE',
  path: `${path}/{uuid}`,
  access: 'users:write',
  proof: 'recent',
  operation: 'delete',
  event: 'user.purged',
  summary: 'Delete a user permanently',
  params: deletedParams,
  response: null,
  errors: ['not_found'],
});
