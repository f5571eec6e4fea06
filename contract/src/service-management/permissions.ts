import { z } from 'zod';
import { userCondition } from '../authentication/users-search.ts';
import { deviceCondition } from '../device-management/devices.ts';
import * as field from '../fields.ts';
import { BULK_FILTER_LIMIT, LICENSE_FETCH_COUNT } from '../limits.ts';
import { route } from '../route.ts';
import { foldId } from '../rules.ts';
import { license, licenseId, serviceClass } from './fields.ts';

const path = '/api/service/tenants/{tenantId}';
const licensePath = `${path}/availableServices/{serviceClass}/licenses/{licenseId}`;
const licenseParams = z.strictObject({ tenantId: z.string().max(40), serviceClass, licenseId });

/** Whoever is named twice is refused: it would be open which of the two counts. */
const once = (ids: readonly string[]) => new Set(ids.map(foldId)).size === ids.length;
const userIds = z.array(field.loginUserId).max(BULK_FILTER_LIMIT).refine(once);
const deviceIds = z.array(field.deviceId).max(BULK_FILTER_LIMIT).refine(once);

/** The licence as it is afterwards, and how many permissions became different. */
const saved = z.strictObject({ license, changed: z.number().int() });
export type SavedPermissions = z.output<typeof saved>;

/**
 * The revision of the licence's permissions that the decision was made by, as a search for permissions answers it: by
 * another one by then nothing is saved, and the answer is `conflict` with this field. Without it whatever is there.
 */
const expectedRevision = z.number().int().min(1).optional();

const ofUser = ['not_found', 'license_not_exist', 'license_expired', 'exceeded_permitted_users'] as const;
const refusals = [...ofUser, 'conflict'] as const;
const BODY_LIMIT = 512 * 1024;

const shared = {
  method: 'POST',
  access: 'licenses:write',
  operation: 'update',
  response: saved,
  bodyLimit: BODY_LIMIT,
} as const;

/**
 * All or nothing. `license_expired`: the licence is not activated any more. `exceeded_permitted_users`: somebody would be
 * permitted, and more than its volume would be. `role_not_allowed`: the licence is not for a role of the user.
 */
export const setUserPermissions = route({
  ...shared,
  path: `${licensePath}/userPermissions`,
  summary: 'Permit a licence to users, or take it from them',
  params: licenseParams,
  body: z.strictObject({
    permissions: z
      .array(z.strictObject({ userId: field.loginUserId, permitted: z.boolean() }))
      .min(1)
      .max(BULK_FILTER_LIMIT)
      .refine((given) => once(given.map(({ userId }) => userId))),
    expectedRevision,
  }),
  errors: [...refusals, 'invalid_params_userIds', 'role_not_allowed'],
});

/** As above, for one user and several licences of any service. */
export const setPermissionsOfUser = route({
  ...shared,
  path: `${path}/users/{userId}/userPermissions`,
  summary: 'Permit licences to a user, or take them away',
  params: z.strictObject({ tenantId: z.string().max(40), userId: field.loginUserId }),
  body: z.strictObject({
    permissions: z
      .array(z.strictObject({ licenseId, permitted: z.boolean() }))
      .min(1)
      .max(LICENSE_FETCH_COUNT)
      .refine((given) => new Set(given.map((one) => one.licenseId)).size === given.length),
  }),
  response: z.strictObject({ licenses: z.array(license), changed: z.number().int() }),
  errors: [...ofUser, 'role_not_allowed'],
});

/**
 * Makes a rule of a licence: permitted to all users (`permissions` true; also those who come later) or to nobody; of
 * those in `reversePermittedUsers` the reverse holds. It replaces whatever was permitted before.
 * `exceeded_permitted_users`: more than the volume would be permitted, and somebody of them was not before.
 */
export const setAllUserPermissions = route({
  ...shared,
  path: `${licensePath}/allUserPermissions`,
  summary: 'Permit a licence to all users but some, or to nobody but some',
  params: licenseParams,
  body: z.strictObject({ permissions: z.boolean(), reversePermittedUsers: userIds.default([]), expectedRevision }),
  errors: [...refusals, 'invalid_params_userIds', 'role_not_allowed'],
});

/** `device_type_not_allowed`: the licence is not for devices of this type or role. */
export const setDevicePermissions = route({
  ...shared,
  path: `${licensePath}/devicePermissions`,
  summary: 'Permit a licence to devices, or take it from them',
  params: licenseParams,
  body: z.strictObject({
    permissions: z
      .array(z.strictObject({ deviceId: field.deviceId, permitted: z.boolean() }))
      .min(1)
      .max(BULK_FILTER_LIMIT)
      .refine((given) => once(given.map((one) => one.deviceId))),
    expectedRevision,
  }),
  errors: [...refusals, 'invalid_params_deviceIds', 'device_type_not_allowed'],
});

/**
 * Makes a rule of a licence: permitted to all devices of the types in `deviceTypeList` (`permissions` true; also those
 * registered later) or to none; of those in `reversePermittedDevices` the reverse holds. `keepExceptions`: also of those
 * who are exceptions from the rule before, as far as they would be from this one. `device_type_not_allowed`: also a type
 * that there is not.
 */
export const setAllDevicePermissions = route({
  ...shared,
  path: `${licensePath}/allDevicePermissions`,
  summary: 'Permit a licence to all devices of some types but some, or to none but some',
  params: licenseParams,
  body: z
    .strictObject({
      permissions: z.boolean(),
      reversePermittedDevices: deviceIds.default([]),
      deviceTypeList: z
        .array(field.text(64))
        .max(14)
        .overwrite((given) => [...new Set(given)])
        .default([]),
      keepExceptions: z.boolean().default(false),
      expectedRevision,
    })
    .refine((body) => body.permissions === body.deviceTypeList.length > 0, { path: ['deviceTypeList'] }),
  errors: [...refusals, 'invalid_params_deviceIds', 'device_type_not_allowed'],
});

const matchingErrors = [...refusals, 'exceeded_users'] as const;
/** How many match, as it was shown to whoever decided. */
const expectedCount = z.number().int().min(1).max(BULK_FILTER_LIMIT);

/**
 * Permits a licence to all users that match but those in `reversePermittedUsers`, or takes it from all but those; whom
 * the licence is not for stays as is, unless named. At most 1,000, else `exceeded_users`; `conflict`: another number
 * matches by now.
 */
export const setMatchingUserPermissions = route({
  ...shared,
  path: `${licensePath}/matchingUserPermissions`,
  summary: 'Permit a licence to all users that match, or take it from them',
  params: licenseParams,
  body: z.strictObject({
    condition: userCondition,
    expectedCount,
    permissions: z.boolean(),
    reversePermittedUsers: userIds.default([]),
    expectedRevision,
  }),
  errors: [...matchingErrors, 'invalid_params_userIds', 'role_not_allowed'],
});

/** Likewise for devices. */
export const setMatchingDevicePermissions = route({
  ...shared,
  path: `${licensePath}/matchingDevicePermissions`,
  summary: 'Permit a licence to all devices that match, or take it from them',
  params: licenseParams,
  body: z.strictObject({
    condition: deviceCondition,
    expectedCount,
    permissions: z.boolean(),
    reversePermittedDevices: deviceIds.default([]),
    expectedRevision,
  }),
  errors: [...matchingErrors, 'invalid_params_deviceIds', 'device_type_not_allowed'],
});
