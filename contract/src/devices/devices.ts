import { z } from 'zod';
import { atCursor, keysetPaging, notBoth } from '../page.ts';
import { inGroup } from '../in-group.ts';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { MAX_KEYWORD_LENGTH, MAX_SEARCH_COMMENT_LENGTH, MAX_SEARCH_DEVICE_ID_LENGTH } from '../limits.ts';
import { pageOf } from '../page.ts';
import { roles } from '../roles.ts';
import { route } from '../route.ts';
import { withinPeriod } from '../within-period.ts';
import { device, deviceRoles } from './fields.ts';

const path = '/api/device/tenants/{tenantId}';
const tenantParams = z.strictObject({ tenantId: z.string().max(40) });
const deviceParams = z.strictObject({ tenantId: z.string().max(40), deviceId: field.deviceId });

/** A part of the text, case-insensitive, trimmed. Empty filters nothing. */
const fragment = (length: number) =>
  field
    .text(length)
    .transform((value) => value.trim())
    .optional();

/** All given fields must match. `keyword` matches a part of device ID, serial number, type or comment. */
export const deviceCondition = z.strictObject({
  keyword: fragment(MAX_KEYWORD_LENGTH),
  deviceId: fragment(MAX_SEARCH_DEVICE_ID_LENGTH),
  serialId: fragment(MAX_SEARCH_DEVICE_ID_LENGTH),
  comment: fragment(MAX_SEARCH_COMMENT_LENGTH),
  deviceType: z.array(field.text(64)).min(1).max(14).optional(),
  role: z.enum(roles).optional(),
  /** Not seen for this many days; for devices never seen, counted from the registration. */
  notSeenForDays: z.number().int().min(1).max(3650).optional(),
  /** Last seen within. */
  lastSeen: withinPeriod.optional(),
  group: inGroup.optional(),
});
export type DeviceCondition = z.output<typeof deviceCondition>;

export const deviceSortColumns = ['deviceId', 'serialId', 'deviceType', 'comment', 'lastSeenAt', 'createdAt'] as const;
export type DeviceSortColumn = (typeof deviceSortColumns)[number];
const paging = {
  ...keysetPaging,
  count: field.count,
  sort: field.sortBy(deviceSortColumns),
  order: field.order,
};

/** Query of a page of devices, also for other searches that show devices. */
export const devicePageQuestion = { condition: deviceCondition.default({}), ...paging };

/** By `lastSeenAt`, devices never seen come first; by `comment`, those without one. */
export const listDevices = route({
  method: 'GET',
  path: `${path}/devices`,
  access: 'devices:read',
  operation: 'read',
  transaction: 'reading',
  summary: 'List the devices of the tenant',
  params: tenantParams,
  query: z.strictObject(paging).refine(notBoth, atCursor),
  response: pageOf(device),
  errors: ['not_found'],
});

export const searchDevices = route({
  method: 'POST',
  path: `${path}/operations/search/devices`,
  access: 'devices:read',
  operation: 'none',
  transaction: 'reading',
  summary: 'Search the devices of the tenant',
  params: tenantParams,
  body: z.strictObject(devicePageQuestion).refine(notBoth, atCursor),
  response: pageOf(device),
  errors: ['not_found'],
});

/** Types offered in filters: only those with a device. */
export const listDeviceTypes = route({
  method: 'GET',
  path: `${path}/deviceTypes`,
  access: 'devices:read',
  operation: 'read',
  transaction: 'reading',
  summary: 'List the device types in use',
  params: tenantParams,
  response: z.strictObject({ results: z.array(z.string()) }),
  errors: ['not_found'],
});

export const getDevice = route({
  method: 'GET',
  path: `${path}/devices/{deviceId}`,
  access: 'devices:read',
  operation: 'read',
  transaction: 'reading',
  summary: 'Get a device',
  params: deviceParams,
  response: device,
  errors: ['not_found'],
});

const changeable = { description: field.description.optional(), roles: deviceRoles.optional() };

/** Only given fields change. */
export const updateDevice = route({
  method: 'PUT',
  path: `${path}/devices/{deviceId}`,
  access: 'devices:write',
  operation: 'update',
  event: 'device.changed',
  summary: 'Change the comment and roles of a device',
  params: deviceParams,
  body: z.strictObject({ ...changeable, expected: expectedOf(changeable) }),
  response: device,
  errors: ['not_found', 'conflict'],
});

/** Also deletes its assignments and group memberships. */
export const deleteDevice = route({
  method: 'DELETE',
  path: `${path}/devices/{deviceId}`,
  access: 'devices:write',
  operation: 'delete',
  event: 'device.deleted',
  summary: 'Remove a device from the tenant',
  params: deviceParams,
  response: null,
  errors: ['not_found'],
});
