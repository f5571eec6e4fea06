import { z } from 'zod';
import { enrolment } from '../devices/credentials.ts';
import { device, deviceRoles, serialId } from '../devices/fields.ts';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { tenantParams } from './tenants.ts';
import { operatorReason, reasonOnly } from './tokens.ts';

/** Maximum number of devices per call. */
export const MAX_DEVICES_A_CALL = 1000;

const path = '/api/operator/tenants/{tenantId}/devices';
export const deviceParams = z.strictObject({ tenantId: field.tenantId, deviceId: field.deviceId });

/** A device to register; without an ID, its serial number is used. */
export const newDevice = z
  .strictObject({
    deviceId: field.deviceId.optional(),
    serialId,
    deviceType: field.text(64),
    description: field.description.default(''),
    roles: deviceRoles.default(['User']),
  })
  .refine((given) => given.deviceId !== undefined || field.deviceId.safeParse(given.serialId).success, {
    path: ['deviceId'],
  });
export type NewDevice = z.output<typeof newDevice>;

export const listTenantDevices = route({
  method: 'GET',
  path,
  access: 'operator',
  operation: 'read',
  summary: 'List the devices of a tenant, ordered by ID',
  params: tenantParams,
  query: z.strictObject({ count: field.count, page: field.page }),
  response: pageOf(device),
  errors: ['not_found'],
});

/**
 * All or nothing. A device registered already with the same ID, serial number and type is left unchanged, so that a
 * file can be sent again; one with the ID or serial number of another device is refused, with its position as the
 * field.
 */
export const registerDevices = route({
  method: 'POST',
  path,
  access: 'operator',
  operation: 'create',
  event: 'tenant.devicesRegistered',
  credentials: true,
  summary: 'Register devices in a tenant',
  params: tenantParams,
  body: z.strictObject({ devices: z.array(newDevice).min(1).max(MAX_DEVICES_A_CALL), reason: operatorReason }),
  response: z.strictObject({
    registered: z.number().int(),
    unchanged: z.number().int(),
    /** First secret of each newly registered device, shown only here. */
    enrolments: z.array(enrolment),
  }),
  errors: ['not_found', 'duplicated_params_deviceId', 'duplicated_params_serialId', 'duplicated'],
  bodyLimit: 1024 * 1024,
});

export const removeDevice = route({
  method: 'DELETE',
  path: `${path}/{deviceId}`,
  access: 'operator',
  operation: 'delete',
  event: 'device.deleted',
  summary: 'Remove a device from a tenant',
  params: deviceParams,
  response: null,
  errors: ['not_found'],
});

/**
 * For a device that lost its secret or is set up again: revokes its earlier secrets, and ends the sessions of users
 * there.
 */
export const enrolDevice = route({
  method: 'POST',
  path: `${path}/{deviceId}/credential`,
  access: 'operator',
  operation: 'update',
  event: 'device.credentialIssued',
  credentials: true,
  summary: 'Issue a setup code for a device',
  params: deviceParams,
  body: reasonOnly,
  response: enrolment,
  errors: ['not_found'],
});

export const revokeDevice = route({
  method: 'DELETE',
  path: `${path}/{deviceId}/credential`,
  access: 'operator',
  operation: 'update',
  event: 'device.credentialRevoked',
  credentials: true,
  summary: 'Revoke the credential of a device',
  params: deviceParams,
  query: reasonOnly,
  response: null,
  errors: ['not_found'],
});
