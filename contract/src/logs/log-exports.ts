import { z } from 'zod';
import { route } from '../route.ts';
import { exportRoutes } from '../exports/export-routes.ts';
import { exportFields, exportPart } from '../exports/exports-fields.ts';
import { withPeriod } from '../within-period.ts';
import { loginLogCondition, logKinds, operationLogCondition } from './logs-fields.ts';
import { tenantParams } from '../fields.ts';

const path = '/api/auth/tenants/{tenantId}/logExport';

export const logExport = z.strictObject({
  ...exportFields,
  kind: z.enum(logKinds),
  /** The period, resolved when the export started. */
  fromDatetime: z.string(),
  toDatetime: z.string(),
  condition: z.union([loginLogCondition, operationLogCondition]),
  /** In the order of the files; empty until it is completed. */
  parts: z.array(exportPart.extend({ sha256: z.string() })),
});
export type LogExport = z.output<typeof logExport>;

/**
 * A CSV file (UTF-8 with BOM, times in UTC) for each 100,000 rows, oldest first, and a manifest of them.
 * `no_export_logs` if there is nothing to export.
 */
export const startLogExport = route({
  method: 'POST',
  path,
  access: 'logs:read',
  proof: 'recent',
  operation: 'create',
  event: 'logExport.started',
  summary: 'Export the matching rows of a log',
  params: tenantParams,
  body: z.discriminatedUnion('kind', [
    withPeriod({ kind: z.literal('login'), condition: loginLogCondition.default({}) }),
    withPeriod({ kind: z.literal('systemOperation'), condition: operationLogCondition.default({}) }),
  ]),
  response: logExport,
  errors: ['not_found', 'exceeded_exports', 'no_export_logs', 'error.common.incorrectEndDatetime'],
});

const { params, ...routes } = exportRoutes({
  path,
  access: 'logs:read',
  one: 'an export of a log',
  response: logExport,
  canceled: 'logExport.canceled',
  proof: 'recent',
});
export const { list: listLogExports, get: getLogExport, cancel: cancelLogExport, download: downloadLogExport } = routes;

/**
 * Description of an export: the log, its period and condition, and per file its rows and the SHA-256 of its unpacked
 * content.
 */
export const downloadLogManifest = route({
  method: 'GET',
  path: `${path}/{exportStatusId}/manifest`,
  access: 'logs:read',
  proof: 'recent',
  operation: 'read',
  summary: 'Get the manifest of a log export',
  params,
  response: null,
  answersFile: 'application/json; charset=utf-8',
  errors: ['not_found', 'conflict'],
});
