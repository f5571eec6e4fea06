import { z } from 'zod';
import * as field from '../fields.ts';
import { tenantParams } from '../fields.ts';
import { pageOf } from '../page.ts';
import { userBulkActions } from '../people/users-bulk-fields.ts';
import { route } from '../route.ts';
import { jobKinds, jobStatuses } from './jobs-fields.ts';

/** A job that an administrator started. */
export const job = z.strictObject({
  jobId: field.uuid,
  kind: z.enum(jobKinds),
  status: z.enum(jobStatuses),
  /** Imports: the name of the file. */
  fileName: z.string().nullable(),
  /** Bulk actions: the action. */
  action: z.enum(userBulkActions).nullable(),
  /** Users, emails or rows; null while the number is not known. */
  total: z.number().int().nullable(),
  /** Progress from 0 to 1; null while it is not known. */
  share: z.number().min(0).max(1).nullable(),
  /** True if the caller may stop it, with the call of its kind. */
  canCancel: z.boolean(),
  /** User ID of the administrator. */
  startedBy: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type Job = z.output<typeof job>;

/**
 * Imports, undos, bulk actions, bulk emails and exports that are still kept, of the kinds that the caller may read;
 * `forbidden` for callers who may read none.
 */
export const listJobs = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/jobs',
  access: 'me',
  operation: 'read',
  summary: 'List the jobs of administrators, newest first',
  params: tenantParams,
  query: z.strictObject({ kind: z.enum(jobKinds).optional(), count: field.count, cursor: field.uuid.optional() }),
  response: pageOf(job),
  errors: ['not_found'],
});
