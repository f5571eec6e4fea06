import { expect, test } from 'vitest';
import { oldType } from './old-types.ts';

const users = '/api/auth/tenants/{tenantId}/users/{userId}';
const onLicense = '/api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}';

test.each<[action: string, operation: string, target: string | null, type: string | null]>([
  [`PUT ${users}`, 'update', 'user', 'user.changed'],
  [`POST ${users}/deactivate`, 'update', 'user', 'user.deactivated'],
  [`POST ${users}/activate`, 'update', 'user', 'user.activated'],
  ['portico user unlock', 'update', 'user', 'user.unlocked'],
  ['system user lock', 'update', 'user', 'user.locked'],
  ['POST /api/operator/tenants/{tenantId}/users/{userId}/resetPassword', 'update', 'user', 'user.passwordSet'],
  ['POST /api/account/resetPassword', 'update', 'user', 'user.passwordReset'],
  ['PUT /api/auth/me', 'update', 'user', 'user.settingsChanged'],
  ['POST /api/auth/device/cards', 'create', 'user', 'user.accountAdded'],
  [`POST ${onLicense}/matchingUserPermissions`, 'update', 'user', 'user.permissionsChanged'],
  [`POST ${onLicense}/matchingDevicePermissions`, 'update', 'device', 'device.permissionsChanged'],
  // A call about users that changed a group is logged for the group.
  ['DELETE /api/auth/tenants/{tenantId}/users/{userId}', 'update', 'group', 'group.changed'],
  ['POST /api/auth/tenants/{tenantId}/groups', 'create', 'group', 'group.created'],
  ['portico device import', 'create', 'device', 'device.registered'],
  ['POST /api/auth/tenants/{tenantId}/operations/users', 'update', 'group', 'group.membersChanged'],
  ['POST /x', 'create', null, null],
  ['portico x', 'make', 'user', null],
  ['portico x', 'delete', 'neverHeardOf', null],
])('%s (%s, %s) was %s', (action, operation, target, type) => {
  expect(oldType({ action, operation, target_type: target })).toBe(type);
});
