import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { tenantParams } from './users-fields.ts';

export const operationLogEntry = z.strictObject({
  id: field.uuid,
  at: z.string(),
  operation: z.string(),
  /** The call, e.g. `PUT /api/auth/tenants/{tenantId}/users/{userId}`, or the command line's words. */
  action: z.string(),
  status: z.string(),
  operatorUserId: z.string(),
  operatorUuid: field.uuid.nullable(),
  targetType: z.string().nullable(),
  targetId: z.string().nullable(),
  /** Before and after of each changed field; of a secret only that it changed. */
  changes: z.record(z.string(), z.strictObject({ before: z.unknown().optional(), after: z.unknown().optional() })),
  address: z.string().nullable(),
  requestId: z.string(),
});
export type OperationLogEntry = z.output<typeof operationLogEntry>;

/** What was done to one target, newest first. `targetId` is the uuid. An unknown target has no history. */
export const searchOperationLog = route({
  method: 'POST',
  path: '/api/auth/tenants/{tenantId}/operations/search/logs/systemOperation',
  access: 'logs:read',
  operation: 'none',
  summary: 'The history of one user, group or tag from the system-operation log',
  params: tenantParams,
  body: z.strictObject({
    targetType: z.enum(['user', 'group', 'tag']),
    targetId: field.uuid,
    cursor: z
      .string()
      .max(100)
      .regex(/^[A-Za-z0-9._-]+$/)
      .optional(),
    count: field.count,
  }),
  response: pageOf(operationLogEntry),
  errors: ['not_found'],
});
