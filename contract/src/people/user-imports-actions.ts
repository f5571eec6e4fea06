import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { importParams, importsPath, mapping, userImport } from './user-imports.ts';
import { emptyCells } from './user-imports-fields.ts';
import { userParams } from './users-fields.ts';

/** Actions on an import with a preview: apply it, invite its new users, stop it, undo it. */

/** Skips invalid rows. `invalid_params` with `confirmCount`: more than 100 deletions without their number. */
export const confirmUserImport = route({
  method: 'POST',
  path: `${importsPath}/{importId}/confirm`,
  access: 'users:write',
  operation: 'update',
  event: 'userImport.started',
  summary: 'Apply an import',
  params: importParams,
  body: z.strictObject({
    confirmCount: z.number().int().min(0).optional(),
    /** Invite the created users when it is completed; not for an undo. */
    invite: z.boolean().optional(),
    /** The mapping of a directory file whose preview was read: `conflict` if it is another by now. */
    expected: z.strictObject({ mapping, emptyCells: z.enum(emptyCells) }).optional(),
  }),
  response: userImport,
  errors: ['not_found', 'conflict', 'service_processing'],
});

/** Invites the new users of a finished import, once. `conflict`: it has not finished, or there is nobody to invite. */
export const inviteImportedUsers = route({
  method: 'POST',
  path: `${importsPath}/{importId}/invite`,
  access: 'users:write',
  operation: 'create',
  event: 'mailRun.started',
  summary: 'Invite the users created by an import',
  params: importParams,
  response: userImport,
  errors: ['not_found', 'conflict'],
});

/** Completed batches stay; `conflict` if it has already ended. */
export const cancelUserImport = route({
  method: 'POST',
  path: `${importsPath}/{importId}/cancel`,
  access: 'users:write',
  operation: 'update',
  event: 'userImport.canceled',
  summary: 'Stop an import',
  params: importParams,
  response: userImport,
  errors: ['not_found', 'conflict'],
});

/**
 * Prepares to undo an import, by an import of its own with a preview. Users changed since are a conflict, shown field
 * by field and left unchanged; deleted users are restored. An import can be undone as long as it is kept, and so can an
 * undo.
 */
export const undoUserImport = route({
  method: 'POST',
  path: `${importsPath}/{importId}/undo`,
  access: 'users:write',
  // Restores passwords and MFA of deleted users.
  only: 'portal',
  operation: 'create',
  event: 'userImport.undoPrepared',
  summary: 'Prepare to undo an import',
  params: importParams,
  response: userImport,
  errors: ['not_found', 'conflict', 'service_processing'],
});

/**
 * Prepares to undo a single change of a user, by the ID of its entry in the operation log: an import of one row, whose
 * preview is ready at once. Fields changed since are a conflict. Passwords, PINs and other secrets are never undone.
 * `not_found`: no such change in the last 30 days; `conflict`: nothing of it can be undone.
 */
export const undoUserChange = route({
  method: 'POST',
  path: '/api/auth/tenants/{tenantId}/users/{userId}/history/{entryId}/undo',
  access: 'users:write',
  only: 'portal',
  operation: 'create',
  event: 'userImport.undoPrepared',
  summary: 'Prepare to undo a change of a user',
  params: z.strictObject({ ...userParams.shape, entryId: field.uuid }),
  response: userImport,
  errors: ['not_found', 'conflict'],
});
