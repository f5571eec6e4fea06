import { z } from 'zod';
import { userCondition } from '../people/users-search.ts';
import { deviceCondition } from '../devices/devices.ts';
import * as field from '../fields.ts';
import { BULK_FILTER_LIMIT, LICENSE_FETCH_COUNT } from '../limits.ts';
import { route } from '../route.ts';
import { foldId } from '../rules.ts';
import { license, licenseId, serviceClass } from './fields.ts';

const path = '/api/service/tenants/{tenantId}';
const licensePath = `${path}/availableServices/{serviceClass}/licenses/{licenseId}`;
const licenseParams = z.strictObject({ tenantId: z.string().max(40), serviceClass, licenseId });

/** Refuses duplicate IDs: it would be unclear which entry counts. */
const once = (ids: readonly string[]) => new Set(ids.map(foldId)).size === ids.length;
const userIds = z.array(field.loginUserId).max(BULK_FILTER_LIMIT).refine(once);
const deviceIds = z.array(field.deviceId).max(BULK_FILTER_LIMIT).refine(once);

/** The license afterwards, and the number of changed assignments. */
const saved = z.strictObject({ license, changed: z.number().int() });
export type SavedPermissions = z.output<typeof saved>;

/**
 * Revision that the decision was based on, from a search for permissions. If it has changed, nothing is saved and the
 * answer is `conflict` with this field. Without it, saves unconditionally.
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
 * All or nothing. `license_expired`: the license is no longer active. `exceeded_permitted_users`: the change adds a
 * user and exceeds the volume. `role_not_allowed`: the license is not for the user's roles.
 */
export const setUserPermissions = route({
  ...shared,
  event: 'user.permissionsChanged',
  path: `${licensePath}/userPermissions`,
  summary: 'Assign a license to users or remove it',
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

/** As above, for one user and several licenses of any service. */
export const setPermissionsOfUser = route({
  ...shared,
  event: 'user.permissionsChanged',
  path: `${path}/users/{userId}/userPermissions`,
  summary: 'Assign licenses to a user or remove them',
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
 * Sets a license's rule: assigned to all users (`permissions` true; including future ones) or to nobody, with the
 * reverse for `reversePermittedUsers`. Replaces all assignments. `exceeded_permitted_users`: the rule adds a user and
 * exceeds the volume.
 */
export const setAllUserPermissions = route({
  ...shared,
  event: 'license.ruleChanged',
  path: `${licensePath}/allUserPermissions`,
  summary: 'Set the user rule of a license: all or none, with exceptions',
  params: licenseParams,
  body: z.strictObject({ permissions: z.boolean(), reversePermittedUsers: userIds.default([]), expectedRevision }),
  errors: [...refusals, 'invalid_params_userIds', 'role_not_allowed'],
});

/** `device_type_not_allowed`: the license is not for the device's type or roles. */
export const setDevicePermissions = route({
  ...shared,
  event: 'device.permissionsChanged',
  path: `${licensePath}/devicePermissions`,
  summary: 'Assign a license to devices or remove it',
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
 * Sets a license's rule: assigned to all devices of the types in `deviceTypeList` (`permissions` true; including future
 * ones) or to none, with the reverse for `reversePermittedDevices`. `keepExceptions` keeps the exceptions of the
 * current rule that would also be exceptions from the new one. `device_type_not_allowed` also for an unknown type.
 */
export const setAllDevicePermissions = route({
  ...shared,
  event: 'license.ruleChanged',
  path: `${licensePath}/allDevicePermissions`,
  summary: 'Set the device rule of a license: all of some types or none, with exceptions',
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
/** Number of matches that the administrator was shown. */
const expectedCount = z.number().int().min(1).max(BULK_FILTER_LIMIT);

/**
 * Assigns a license to all matching users except `reversePermittedUsers`, or removes it from all except those. Users
 * the license is not for are skipped unless named. At most 1,000, otherwise `exceeded_users`; `conflict`: another
 * number matches by now.
 */
export const setMatchingUserPermissions = route({
  ...shared,
  event: 'user.permissionsChanged',
  path: `${licensePath}/matchingUserPermissions`,
  summary: 'Assign a license to all matching users or remove it',
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
  event: 'device.permissionsChanged',
  path: `${licensePath}/matchingDevicePermissions`,
  summary: 'Assign a license to all matching devices or remove it',
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
