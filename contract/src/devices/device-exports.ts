import { z } from 'zod';
import { exportRoutes } from '../exports/export-routes.ts';
import { exportFields, exportPart } from '../exports/exports-fields.ts';
import { tenantParams } from '../fields.ts';
import { route } from '../route.ts';
import { deviceCondition } from './devices.ts';

const path = '/api/device/tenants/{tenantId}/deviceExport';

export const deviceExport = z.strictObject({
  ...exportFields,
  condition: deviceCondition,
  /** In the order of the files; empty until it is completed. */
  parts: z.array(exportPart),
});
export type DeviceExport = z.output<typeof deviceExport>;

/** A CSV file (UTF-8 with BOM) per 100,000 devices, in the order of registration. */
export const startDeviceExport = route({
  method: 'POST',
  path,
  access: 'devices:read',
  operation: 'create',
  event: 'deviceExport.started',
  summary: 'Export the matching devices',
  params: tenantParams,
  body: z.strictObject({ condition: deviceCondition.default({}) }),
  response: deviceExport,
  errors: ['not_found', 'exceeded_exports'],
});

export const {
  list: listDeviceExports,
  get: getDeviceExport,
  cancel: cancelDeviceExport,
  download: downloadDeviceExport,
} = exportRoutes({
  ...{ path, access: 'devices:read', one: 'an export of devices', response: deviceExport },
  canceled: 'deviceExport.canceled',
});
