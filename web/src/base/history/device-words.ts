import { roleWords } from '../role-names.ts';
import type { HistoryWords } from './words.ts';

/** How the history of a device reads. */
export const deviceHistory: HistoryWords = {
  calls: [
    ['POST', '/operations/add/devices', 'devices.did.addToGroup'],
    ['POST', '/operations/remove/devices', 'devices.did.removeFromGroup'],
    ['POST', '/tenants/{tenantId}/groups', 'devices.did.addToGroup'],
    ['POST', '/devices/{deviceId}/credential', 'devices.did.enrol'],
    ['DELETE', '/devices/{deviceId}/credential', 'devices.did.revoke'],
    ['portico', 'device enrol', 'devices.did.enrol'],
    ['portico', 'device revoke', 'devices.did.revoke'],
    ['portico', 'device register', 'devices.did.register'],
    ['portico', 'device import', 'devices.did.register'],
    ['portico', 'demo', 'devices.did.register'],
    ['POST', '/operator/tenants/{tenantId}/devices', 'devices.did.register'],
    [
      'POST',
      '/auth/device/token',
      ({ credentialStatus }) =>
        credentialStatus?.after === 'cloned' ? 'devices.did.findCopy' : 'devices.did.firstSignIn',
    ],
    ['PUT', '/devices/{deviceId}', 'devices.did.update'],
    ['DELETE', '/devices/{deviceId}', 'devices.did.delete'],
    ['POST', '/devicePermissions', 'devices.did.permit'],
    ['POST', '/matchingDevicePermissions', 'devices.did.permit'],
    ['POST', '/allDevicePermissions', 'devices.did.permit'],
  ],
  fields: {
    deviceId: 'common.deviceId',
    serialId: 'common.serialId',
    deviceType: 'common.deviceType',
    description: 'common.deviceComment',
    roles: 'devices.roles',
    groups: 'common.groups',
    credentialStatus: 'devices.credential',
    permittedLicenses: 'devices.licenses',
    namedInLicenseRule: 'devices.namedInLicenseRule',
  },
  values: {
    roles: roleWords,
    credentialStatus: {
      none: 'devices.credential_none',
      issued: 'devices.credential_issued',
      active: 'devices.credential_active',
      revoked: 'devices.credential_revoked',
      cloned: 'devices.credential_cloned',
    },
  },
};
