import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { exportFields, exportPart } from './exports-fields.ts';
import { tenantParams } from './users-fields.ts';
import { userCondition } from './users-search.ts';

const path = '/api/auth/tenants/{tenantId}/userExport';
const exportParams = z.strictObject({ ...tenantParams.shape, exportStatusId: field.uuid });

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
  operation: 'create',
  summary: 'Write the users that match a condition into files',
  params: tenantParams,
  body: z.strictObject({ condition: userCondition.default({}) }),
  response: userExport,
  errors: ['not_found', 'exceeded_exports'],
});

/** The history: what is still kept, newest first. */
export const listUserExports = route({
  method: 'GET',
  path,
  access: 'users:read',
  operation: 'read',
  summary: 'The exports of the tenant, newest first',
  params: tenantParams,
  query: z.strictObject({ count: field.count, cursor: field.uuid.optional() }),
  response: pageOf(userExport),
  errors: ['not_found'],
});

export const getUserExport = route({
  method: 'GET',
  path: `${path}/{exportStatusId}`,
  access: 'users:read',
  operation: 'read',
  summary: 'An export and how far it is',
  params: exportParams,
  response: userExport,
  errors: ['not_found'],
});

export const cancelUserExport = route({
  method: 'POST',
  path: `${path}/{exportStatusId}/cancel`,
  access: 'users:read',
  operation: 'update',
  summary: 'Stop an export',
  params: exportParams,
  response: userExport,
  errors: ['not_found', 'conflict'],
});

/** `conflict` until it is completed. */
export const downloadUserExport = route({
  method: 'GET',
  path: `${path}/{exportStatusId}/download`,
  access: 'users:read',
  operation: 'read',
  summary: 'A file of an export, by its index from 1',
  params: exportParams,
  query: z.strictObject({ index: field.page }),
  response: null,
  answersFile: 'text/csv; charset=utf-8',
  errors: ['not_found', 'conflict'],
  transaction: 'own',
});
