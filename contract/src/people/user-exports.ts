import { z } from 'zod';
import { route } from '../route.ts';
import { exportRoutes } from '../exports/export-routes.ts';
import { exportFields, exportPart } from '../exports/exports-fields.ts';
import { tenantParams } from '../fields.ts';
import { userCondition } from './users-search.ts';

const path = '/api/auth/tenants/{tenantId}/userExport';

export const userExport = z.strictObject({
  ...exportFields,
  condition: userCondition,
  /** In the order of the files; empty until it is completed. */
  parts: z.array(exportPart),
});
export type UserExport = z.output<typeof userExport>;

/** A CSV file (UTF-8 with BOM) for each 100,000 users, in the format that can be imported. Oldest accounts first. */
export const startUserExport = route({
  method: 'POST',
  path,
  access: 'users:read',
  proof: 'recent',
  operation: 'create',
  event: 'userExport.started',
  summary: 'Export the matching users',
  params: tenantParams,
  body: z.strictObject({ condition: userCondition.default({}) }),
  response: userExport,
  errors: ['not_found', 'exceeded_exports'],
  // A thousand IDs of 128 characters.
  bodyLimit: 256 * 1024,
});

export const {
  list: listUserExports,
  get: getUserExport,
  cancel: cancelUserExport,
  download: downloadUserExport,
} = exportRoutes({
  ...{ path, access: 'users:read', one: 'an export of users', response: userExport, proof: 'recent' },
  canceled: 'userExport.canceled',
});
