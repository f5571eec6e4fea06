import type { HistoryWords } from '../../../app/history/words.ts';

/** How the history of a device reads. */
export const historyWords: HistoryWords = {
  calls: [
    ['POST', '/operations/add/devices', 'devices.did.addToGroup'],
    ['POST', '/operations/remove/devices', 'devices.did.removeFromGroup'],
    ['POST', '/tenants/{tenantId}/groups', 'devices.did.addToGroup'],
    ['POST', '/devices/{deviceId}/credential', 'devices.did.enrol'],
    ['DELETE', '/devices/{deviceId}/credential', 'devices.did.revoke'],
    ['PUT', '/devices/{deviceId}', 'devices.did.update'],
    ['DELETE', '/devices/{deviceId}', 'devices.did.delete'],
    ['POST', '/devicePermissions', 'devices.did.permit'],
    ['POST', '/matchingDevicePermissions', 'devices.did.permit'],
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
  },
};
