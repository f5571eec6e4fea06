import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { exportFields, exportPart } from './exports-fields.ts';
import { loginLogCondition, logKinds, operationLogCondition, withPeriod } from './logs-fields.ts';
import { tenantParams } from './users-fields.ts';

const path = '/api/auth/tenants/{tenantId}/logExport';
const exportParams = z.strictObject({ ...tenantParams.shape, exportStatusId: field.uuid });

export const logExport = z.strictObject({
  ...exportFields,
  kind: z.enum(logKinds),
  /** The period, as it was when the export was begun. */
  fromDatetime: z.string(),
  toDatetime: z.string(),
  condition: z.union([loginLogCondition, operationLogCondition]),
  /** In the order of the files; empty until it is completed. */
  parts: z.array(exportPart.extend({ sha256: z.string() })),
});
export type LogExport = z.output<typeof logExport>;

/**
 * A CSV file (UTF-8 with BOM, times in UTC) for each 100,000 rows, oldest first, and a manifest of them.
 * `no_export_logs` when there is nothing to export.
 */
export const startLogExport = route({
  method: 'POST',
  path,
  access: 'logs:read',
  operation: 'create',
  summary: 'Write the rows of a log that match a condition into files',
  params: tenantParams,
  body: z.discriminatedUnion('kind', [
    withPeriod({ kind: z.literal('login'), condition: loginLogCondition.default({}) }),
    withPeriod({ kind: z.literal('systemOperation'), condition: operationLogCondition.default({}) }),
  ]),
  response: logExport,
  errors: ['not_found', 'exceeded_exports', 'no_export_logs', 'error.common.incorrectEndDatetime'],
});

/** The history: what is still kept, newest first. */
export const listLogExports = route({
  method: 'GET',
  path,
  access: 'logs:read',
  operation: 'read',
  summary: 'The exports of logs of the tenant, newest first',
  params: tenantParams,
  query: z.strictObject({ count: field.count, cursor: field.uuid.optional() }),
  response: pageOf(logExport),
  errors: ['not_found'],
});

export const getLogExport = route({
  method: 'GET',
  path: `${path}/{exportStatusId}`,
  access: 'logs:read',
  operation: 'read',
  summary: 'An export of a log and how far it is',
  params: exportParams,
  response: logExport,
  errors: ['not_found'],
});

export const cancelLogExport = route({
  method: 'POST',
  path: `${path}/{exportStatusId}/cancel`,
  access: 'logs:read',
  operation: 'update',
  summary: 'Stop an export of a log',
  params: exportParams,
  response: logExport,
  errors: ['not_found', 'conflict'],
});

/** `conflict` until it is completed. */
export const downloadLogExport = route({
  method: 'GET',
  path: `${path}/{exportStatusId}/download`,
  access: 'logs:read',
  operation: 'read',
  summary: 'A file of an export of a log, by its index from 1',
  params: exportParams,
  query: z.strictObject({ index: field.page }),
  response: null,
  answersFile: 'text/csv; charset=utf-8',
  errors: ['not_found', 'conflict'],
  transaction: 'own',
});

/** What was exported: the log, its period and condition, and of each file its rows and its SHA-256 when unpacked. */
export const downloadLogManifest = route({
  method: 'GET',
  path: `${path}/{exportStatusId}/manifest`,
  access: 'logs:read',
  operation: 'read',
  summary: 'The manifest of an export of a log',
  params: exportParams,
  response: null,
  answersFile: 'application/json; charset=utf-8',
  errors: ['not_found', 'conflict'],
});
