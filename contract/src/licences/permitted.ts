import { z } from 'zod';
import { listedUser } from '../people/users-fields.ts';
import { atCursor, notBoth } from '../page.ts';
import { userCondition, userPageQuestion } from '../people/users-search.ts';
import { deviceCondition, devicePageQuestion } from '../devices/devices.ts';
import { device } from '../devices/fields.ts';
import * as field from '../fields.ts';
import { BULK_FILTER_LIMIT, LICENSES_PER_PAGE } from '../limits.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { licenseId, tenantParams } from './fields.ts';

const licenseIds = z
  .array(licenseId)
  .min(1)
  .max(LICENSES_PER_PAGE)
  .refine((given) => new Set(given).size === given.length);
/** The user of a row, reduced to what the screens show, because they read a hundred at a time. */
const rowUser = listedUser.pick({
  ...{ uuid: true, userId: true, familyName: true, givenName: true, loginMailAddress: true, status: true, roles: true },
  ...{ department: true, location: true },
});
const rowDevice = device.pick({
  ...{ uuid: true, deviceId: true, serialId: true, deviceType: true, description: true, roles: true },
});
export type RowUser = z.output<typeof rowUser>;
export type RowDevice = z.output<typeof rowDevice>;

/** One entry per license, in the requested order. `allowed`: the license is for a role and type of the row. */
const permitted = z.array(z.strictObject({ licenseId: z.string(), permitted: z.boolean(), allowed: z.boolean() }));

/**
 * A license's rule: nobody, all users, or all devices of these types; with the number of exceptions, of single
 * assignments, and the revision to save over.
 */
const rule = z.strictObject({
  licenseId: z.string(),
  allUsers: z.boolean(),
  deviceTypes: z.array(z.string()),
  exceptions: z.number().int(),
  singles: z.number().int(),
  revision: z.number().int(),
});
export type LicenseRule = z.output<typeof rule>;
/** One entry per license, in the requested order. */
const rules = z.array(rule);

/** Only those who have this license, or with `permitted: false` those who do not. */
const license = z.strictObject({ licenseId, permitted: z.boolean() }).optional();
export type OfLicense = z.output<typeof license>;

/** Users with up to five licenses: the table of the permission screen. */
export const searchUserPermissions = route({
  method: 'POST',
  path: '/api/service/tenants/{tenantId}/operations/search/userPermissions',
  access: 'licenses:read',
  operation: 'none',
  transaction: 'reading',
  summary: 'Search users with their permissions for selected licenses',
  params: tenantParams,
  body: z
    .strictObject({
      ...userPageQuestion,
      condition: userCondition.extend({ license }).default({}),
      licenseIds,
    })
    .refine(notBoth, atCursor),
  response: pageOf(z.strictObject({ user: rowUser, permissions: permitted })).extend({ rules }),
  errors: ['not_found', 'license_not_exist'],
});

/** Devices with up to five licenses, likewise. */
export const searchDevicePermissions = route({
  method: 'POST',
  path: '/api/service/tenants/{tenantId}/operations/search/devicePermissions',
  access: 'licenses:read',
  operation: 'none',
  transaction: 'reading',
  summary: 'Search devices with their permissions for selected licenses',
  params: tenantParams,
  body: z
    .strictObject({ ...devicePageQuestion, condition: deviceCondition.extend({ license }).default({}), licenseIds })
    .refine(notBoth, atCursor),
  response: pageOf(z.strictObject({ device: rowDevice, permissions: permitted })).extend({ rules }),
  errors: ['not_found', 'license_not_exist'],
});

/** Of the matches: their number, how many the license is for, and how many of these have it. */
const counted = z.strictObject({
  matching: z.number().int(),
  allowed: z.number().int(),
  permitted: z.number().int(),
});
export type CountedPermissions = z.output<typeof counted>;

const count = {
  method: 'POST',
  access: 'licenses:read',
  operation: 'none',
  transaction: 'reading',
  params: tenantParams,
  response: counted,
  errors: ['not_found', 'license_not_exist', 'exceeded_users'],
} as const;

/**
 * Effect of assigning a license to all matches, or removing it. Without a condition: all users of the tenant, however
 * many. `exceeded_users`: more than 1,000 match a condition.
 */
export const countUserPermissions = route({
  ...count,
  path: '/api/service/tenants/{tenantId}/operations/count/userPermissions',
  summary: 'Count matching users by license permission',
  body: z.strictObject({ licenseId, condition: userCondition.default({}) }),
});

/** Maximum number of refused users named in a preview; `refused` counts them all. */
export const PREVIEWED_REFUSALS = 10;

/**
 * Effect of assigning a license to the named or matching users who exist, before anything is written: how many are
 * assigned, have it already, or are refused because the license is not for their role, and the seats before.
 */
export const previewUserAssignment = route({
  ...count,
  path: '/api/service/tenants/{tenantId}/operations/preview/userPermissions',
  summary: 'Preview the effect of assigning a license to many users',
  body: z
    .strictObject({
      licenseId,
      userIds: z.array(field.loginUserId).min(1).max(BULK_FILTER_LIMIT).optional(),
      condition: userCondition.optional(),
    })
    .refine((asked) => (asked.userIds === undefined) !== (asked.condition === undefined), { path: ['userIds'] }),
  response: z.strictObject({
    matching: z.number().int(),
    gaining: z.number().int(),
    permitted: z.number().int(),
    refused: z.number().int(),
    refusedUserIds: z.array(z.string()),
    used: z.number().int(),
    volume: z.number().int(),
  }),
  errors: ['not_found', 'license_not_exist', 'license_expired'],
  // A thousand IDs of 128 characters.
  bodyLimit: 256 * 1024,
});
export type PreviewedAssignment = z.output<(typeof previewUserAssignment)['response']>;

export const countDevicePermissions = route({
  ...count,
  path: '/api/service/tenants/{tenantId}/operations/count/devicePermissions',
  summary: 'Count matching devices by license permission',
  body: z.strictObject({ licenseId, condition: deviceCondition.default({}) }),
});

/** Effect of a rule for all devices of these types; `exceptions`: those that would stay. */
export const countDeviceRule = route({
  ...count,
  path: '/api/service/tenants/{tenantId}/operations/count/deviceRule',
  summary: 'Preview how many devices a device type rule includes and excludes',
  body: z.strictObject({
    licenseId,
    deviceTypeList: z.array(field.text(64)).max(14),
    keepExceptions: z.boolean().default(false),
  }),
  response: z.strictObject({
    gaining: z.number().int(),
    losing: z.number().int(),
    exceptions: z.number().int(),
    used: z.number().int(),
  }),
  errors: ['not_found', 'license_not_exist'],
});
export type CountedRule = z.output<(typeof countDeviceRule)['response']>;

/** Maximum number of saves in an answer, and of users or devices in them; the latest are kept. */
export const TOLD_SAVINGS = 50;
export const TOLD_HOLDERS = 1000;

const change = z.strictObject({
  at: z.string(),
  /** Null: the provider, or a deleted user. */
  operator: z.strictObject({ userId: z.string(), familyName: z.string(), givenName: z.string() }).nullable(),
  /** The license got a new rule: any assignment may have changed. */
  isRule: z.boolean(),
  /** Number of changed assignments, and the IDs of those that still exist. */
  count: z.number().int(),
  permitted: z.array(z.string()),
  taken: z.array(z.string()),
});
export type PermissionChange = z.output<typeof change>;

/** Saves of a license since a revision, latest first, up to two days back; without a revision, none. */
export const listPermissionChanges = route({
  method: 'GET',
  path: '/api/service/tenants/{tenantId}/licenses/{licenseId}/permissionChanges',
  access: 'licenses:read',
  operation: 'read',
  summary: 'List permission changes of a license since a revision',
  params: tenantParams.extend({ licenseId }),
  query: z.strictObject({ since: z.coerce.number().int().min(1).optional() }),
  response: z.strictObject({ revision: z.number().int(), results: z.array(change) }),
  errors: ['not_found', 'license_not_exist'],
});
