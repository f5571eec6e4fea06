import { expect, it } from 'vitest';
import { allRoutes } from '#server/app.ts';

/**
 * What an app's token may change, with the scopes for it (docs/decisions/0061). A new route that changes something must
 * declare that it is the portal's alone, or be added here deliberately. Some of these require a proof, which only the
 * portal can give, with certain input: see `fresh-proof` and `power-detours`.
 */
const openToApps = [
  'PUT /api/auth/me',
  'PUT /api/auth/tenants/{tenantId}',
  'POST /api/auth/tenants/{tenantId}/users',
  'PUT /api/auth/tenants/{tenantId}/users/{userId}',
  'DELETE /api/auth/tenants/{tenantId}/users/{userId}',
  'POST /api/auth/tenants/{tenantId}/users/{userId}/deactivate',
  'POST /api/auth/tenants/{tenantId}/users/{userId}/activate',
  'POST /api/auth/tenants/{tenantId}/users/{userId}/unlock',
  'POST /api/auth/tenants/{tenantId}/users/{userId}/sendInvitation',
  'POST /api/auth/tenants/{tenantId}/operations/users',
  'POST /api/auth/tenants/{tenantId}/userBulks/{bulkId}/cancel',
  'POST /api/auth/tenants/{tenantId}/groups',
  'PUT /api/auth/tenants/{tenantId}/groups/{uuid}',
  'DELETE /api/auth/tenants/{tenantId}/groups/{uuid}',
  'POST /api/auth/tenants/{tenantId}/groups/{uuid}/operations/add/users',
  'POST /api/auth/tenants/{tenantId}/groups/{uuid}/operations/remove/users',
  'POST /api/auth/tenants/{tenantId}/groups/{uuid}/operations/add/devices',
  'POST /api/auth/tenants/{tenantId}/groups/{uuid}/operations/remove/devices',
  'POST /api/auth/tenants/{tenantId}/groups/{uuid}/operations/add/groups',
  'POST /api/auth/tenants/{tenantId}/groups/{uuid}/operations/remove/groups',
  'POST /api/auth/tenants/{tenantId}/tags',
  'PUT /api/auth/tenants/{tenantId}/tags/{uuid}',
  'DELETE /api/auth/tenants/{tenantId}/tags/{uuid}',
  'POST /api/auth/tenants/{tenantId}/logExport/{exportStatusId}/cancel',
  'POST /api/auth/tenants/{tenantId}/userImports',
  'POST /api/auth/operations/forEach',
  'POST /api/auth/operations/forEachWithOperation',
  'PUT /api/auth/tenants/{tenantId}/userImports/{importId}/mapping',
  'POST /api/auth/tenants/{tenantId}/userImports/{importId}/confirm',
  'POST /api/auth/tenants/{tenantId}/userImports/{importId}/cancel',
  'POST /api/auth/tenants/{tenantId}/userImports/{importId}/invite',
  'POST /api/auth/tenants/{tenantId}/userExport/{exportStatusId}/cancel',
  'POST /api/portal/bulkSendMail',
  'POST /api/portal/sendUserLoginMailAddressConfirmation/multi',
  'POST /api/portal/bulkSendMail/{sendId}/cancel',
  'PUT /api/portal/customizeMail',
  'PUT /api/portal/customTheme',
  'POST /api/portal/customTheme/logo',
  'POST /api/portal/customTheme/logo/{logoId}/mailImage',
  'PUT /api/portal/region',
  'POST /api/portal/cancelRegistrationMails',
  'POST /api/portal/userRegisterUrl',
  'PUT /api/portal/userRegisterUrl/{uuid}',
  'DELETE /api/portal/userRegisterUrl/{uuid}',
  'PUT /api/portal/tenants/{tenantId}/users/{userId}',
  'POST /api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/userPermissions',
  'POST /api/service/tenants/{tenantId}/users/{userId}/userPermissions',
  'POST /api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/allUserPermissions',
  'POST /api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/devicePermissions',
  'POST /api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/allDevicePermissions',
  'POST /api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/matchingUserPermissions',
  'POST /api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/matchingDevicePermissions',
  'PUT /api/device/tenants/{tenantId}/devices/{deviceId}',
  'DELETE /api/device/tenants/{tenantId}/devices/{deviceId}',
  'POST /api/device/tenants/{tenantId}/deviceExport',
  'POST /api/device/tenants/{tenantId}/deviceExport/{exportStatusId}/cancel',
];

const provesItself = ['public', 'operator', 'device'];

it('applications change nothing that is not listed', () => {
  const changing = allRoutes.filter(({ route }) => route.method !== 'GET' && route.operation !== 'none');
  const open = changing.filter(
    ({ route }) => !provesItself.includes(route.access) && route.only !== 'portal' && route.proof !== 'recent',
  );
  const names = open.map(({ route }) => `${route.method} ${route.path}`);
  expect(names.toSorted()).toEqual(openToApps.toSorted());
});
