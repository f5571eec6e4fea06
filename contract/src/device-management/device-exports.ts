import { z } from 'zod';
import { exportFields, exportPart } from '../authentication/exports-fields.ts';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { deviceCondition } from './devices.ts';

const path = '/api/device/tenants/{tenantId}/deviceExport';
const tenantParams = z.strictObject({ tenantId: z.string().max(40) });
const exportParams = z.strictObject({ ...tenantParams.shape, exportStatusId: field.uuid });

export const deviceExport = z.strictObject({
  ...exportFields,
  condition: deviceCondition,
  /** In the order of the files; empty until it is completed. */
  parts: z.array(exportPart),
});
export type DeviceExport = z.output<typeof deviceExport>;

/** A CSV file (UTF-8 with BOM) for each 100,000 devices, those registered first before the others. */
export const startDeviceExport = route({
  method: 'POST',
  path,
  access: 'devices:read',
  operation: 'create',
  summary: 'Write the devices that match a condition into files',
  params: tenantParams,
  body: z.strictObject({ condition: deviceCondition.default({}) }),
  response: deviceExport,
  errors: ['not_found', 'exceeded_exports'],
});

/** The history: what is still kept, newest first. */
export const listDeviceExports = route({
  method: 'GET',
  path,
  access: 'devices:read',
  operation: 'read',
  summary: 'The exports of devices, newest first',
  params: tenantParams,
  query: z.strictObject({ count: field.count, cursor: field.uuid.optional() }),
  response: pageOf(deviceExport),
  errors: ['not_found'],
});

export const getDeviceExport = route({
  method: 'GET',
  path: `${path}/{exportStatusId}`,
  access: 'devices:read',
  operation: 'read',
  summary: 'An export of devices and how far it is',
  params: exportParams,
  response: deviceExport,
  errors: ['not_found'],
});

export const cancelDeviceExport = route({
  method: 'POST',
  path: `${path}/{exportStatusId}/cancel`,
  access: 'devices:read',
  operation: 'update',
  summary: 'Stop an export of devices',
  params: exportParams,
  response: deviceExport,
  errors: ['not_found', 'conflict'],
});

/** `conflict` until it is completed. */
export const downloadDeviceExport = route({
  method: 'GET',
  path: `${path}/{exportStatusId}/download`,
  access: 'devices:read',
  operation: 'read',
  summary: 'A file of an export of devices, by its index from 1',
  params: exportParams,
  query: z.strictObject({ index: field.page }),
  response: null,
  answersFile: 'text/csv; charset=utf-8',
  errors: ['not_found', 'conflict'],
  transaction: 'own',
});
