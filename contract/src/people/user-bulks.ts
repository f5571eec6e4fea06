import { z } from 'zod';
import { type ErrorId, errorCatalogue } from '../errors.ts';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { userImport } from './user-imports.ts';
import { userBulkActions, userBulkStatuses } from './users-bulk-fields.ts';
import { tenantParams } from '../fields.ts';

const path = '/api/auth/tenants/{tenantId}/userBulks';
const bulkParams = z.strictObject({ ...tenantParams.shape, bulkId: field.uuid });
const amount = z.number().int();

/** A user for whom the action failed, and the reason. */
export const userBulkFailure = z.strictObject({
  userId: z.string(),
  message_id: z.enum(Object.keys(errorCatalogue) as [ErrorId, ...ErrorId[]]),
});

/** A bulk action run by a job, with its progress. */
export const userBulkJob = z.strictObject({
  bulkId: field.uuid,
  action: z.enum(userBulkActions),
  status: z.enum(userBulkStatuses),
  /** Users changed so far. */
  changed: amount,
  /** Users who needed no change. */
  unchanged: amount,
  failed: amount,
  progress: z.strictObject({
    total: amount,
    done: amount,
    perSecond: amount,
    secondsLeft: amount.nullable(),
  }),
  /** Why it was given up; completed batches stay. */
  error: z.strictObject({ message_id: userBulkFailure.shape.message_id }).nullable(),
  operatorUserId: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type UserBulkJob = z.output<typeof userBulkJob>;

export const listUserBulks = route({
  method: 'GET',
  path,
  access: 'users:read',
  operation: 'read',
  summary: 'List bulk actions on users, newest first',
  params: tenantParams,
  query: z.strictObject({ count: field.count, cursor: field.uuid.optional() }),
  response: pageOf(userBulkJob),
  errors: ['not_found'],
});

export const getUserBulk = route({
  method: 'GET',
  path: `${path}/{bulkId}`,
  access: 'users:read',
  operation: 'read',
  summary: 'Get the progress and failures of a bulk action on users',
  params: bulkParams,
  response: z.strictObject({
    ...userBulkJob.shape,
    /** At most a thousand of them. */
    failures: z.array(userBulkFailure),
  }),
  errors: ['not_found'],
});

/**
 * Prepares to undo a bulk action: the answer is an import with a preview. Users changed since are a conflict and
 * left unchanged; deleted users are restored. Ended sessions cannot be restored (`conflict`).
 */
export const undoUserBulk = route({
  method: 'POST',
  path: `${path}/{bulkId}/undo`,
  access: 'users:write',
  // Restores passwords and MFA of deleted users.
  only: 'portal',
  operation: 'create',
  event: 'userImport.undoPrepared',
  summary: 'Prepare to undo a bulk action on users',
  params: bulkParams,
  response: userImport,
  errors: ['not_found', 'conflict', 'service_processing'],
});

/** Completed batches stay; `conflict` if it has already ended. */
export const cancelUserBulk = route({
  method: 'POST',
  path: `${path}/{bulkId}/cancel`,
  access: 'users:write',
  operation: 'update',
  event: 'userBulk.canceled',
  summary: 'Stop a bulk action on users',
  params: bulkParams,
  response: userBulkJob,
  errors: ['not_found', 'conflict'],
});
