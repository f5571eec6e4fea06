import { z } from 'zod';
import { listedUser } from '../authentication/users-fields.ts';
import { atCursor, notBoth, userCondition, userPageQuestion } from '../authentication/users-search.ts';
import { deviceCondition, devicePageQuestion } from '../device-management/devices.ts';
import { device } from '../device-management/fields.ts';
import { LICENSES_PER_PAGE } from '../limits.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { licenseId, tenantParams } from './fields.ts';

const licenseIds = z
  .array(licenseId)
  .min(1)
  .max(LICENSES_PER_PAGE)
  .refine((given) => new Set(given).size === given.length);
/** One for each licence, in the order asked for. `allowed`: the licence is for a role, and the type, of the row. */
const permitted = z.array(z.strictObject({ licenseId: z.string(), permitted: z.boolean(), allowed: z.boolean() }));

/** Users against up to five licences: the table of the permission screen. */
export const searchUserPermissions = route({
  method: 'POST',
  path: '/api/service/tenants/{tenantId}/operations/search/userPermissions',
  access: 'licenses:read',
  operation: 'none',
  summary: 'Search users, with what they are permitted of some licences',
  params: tenantParams,
  body: z
    .strictObject({
      ...userPageQuestion,
      licenseIds,
    })
    .refine(notBoth, atCursor),
  response: pageOf(z.strictObject({ user: listedUser, permissions: permitted })),
  errors: ['not_found', 'license_not_exist'],
});

/** Devices against up to five licences, likewise. */
export const searchDevicePermissions = route({
  method: 'POST',
  path: '/api/service/tenants/{tenantId}/operations/search/devicePermissions',
  access: 'licenses:read',
  operation: 'none',
  summary: 'Search devices, with what they are permitted of some licences',
  params: tenantParams,
  body: z.strictObject({ ...devicePageQuestion, licenseIds }).refine(notBoth, atCursor),
  response: pageOf(z.strictObject({ device, permissions: permitted })),
  errors: ['not_found', 'license_not_exist'],
});

/** Of those who match: how many there are, for how many the licence is, and how many of these it is permitted to. */
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
  params: tenantParams,
  response: counted,
  errors: ['not_found', 'license_not_exist', 'exceeded_users'],
} as const;

/**
 * What permitting a licence to all who match would do, or taking it from them. Without a condition: all of the tenant,
 * however many. `exceeded_users`: more than 1,000 match a condition.
 */
export const countUserPermissions = route({
  ...count,
  path: '/api/service/tenants/{tenantId}/operations/count/userPermissions',
  summary: 'How many of the users that match are permitted a licence',
  body: z.strictObject({ licenseId, condition: userCondition.default({}) }),
});

export const countDevicePermissions = route({
  ...count,
  path: '/api/service/tenants/{tenantId}/operations/count/devicePermissions',
  summary: 'How many of the devices that match are permitted a licence',
  body: z.strictObject({ licenseId, condition: deviceCondition.default({}) }),
});
