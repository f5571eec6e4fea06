import { type EventType, eventCatalogue } from '#contract/events.ts';

/** Event types for rows older than the event catalogue, by the end of their call's address; the first match counts. */
const byCall: readonly (readonly [end: string, type: EventType])[] = [
  ['/deactivate', 'user.deactivated'],
  ['/activate', 'user.activated'],
  ['/unlock', 'user.unlocked'],
  ['user unlock', 'user.unlocked'],
  ['user lock', 'user.locked'],
  ['unknown browser stop', 'user.unknownBrowsersStopped'],
  ['device stop', 'user.devicesStopped'],
  ['/signOut', 'user.signedOut'],
  ['/resetMfa', 'user.mfaReset'],
  ['user reset-mfa', 'user.mfaReset'],
  ['/users/{userId}/resetPassword', 'user.passwordSet'],
  ['user reset-password', 'user.passwordSet'],
  ['/account/resetPassword', 'user.passwordReset'],
  ['/me/password', 'user.passwordChanged'],
  ['/oneTimePassword', 'user.oneTimePasswordSet'],
  ['/requireNewPassword', 'user.newPasswordRequired'],
  ['/sendResetPasswordConfirmation', 'user.mailed'],
  ['/sendInvitation', 'user.invited'],
  ['/bulkSendMail', 'user.mailed'],
  ['/cancelRegistrationMails', 'user.invitationCanceled'],
  ['/auth/registerUser', 'user.selfRegistered'],
  ['/account/me', 'user.registered'],
  ['PUT /api/auth/me', 'user.settingsChanged'],
  ['/portal/tenants/{tenantId}/users/{userId}', 'user.settingsChanged'],
  ['/disableMfa', 'user.mfaDropped'],
  ['/confirmLoginMailAddress', 'user.addressConfirmed'],
  ['/sendUserLoginMailAddressConfirmation', 'user.addressGiven'],
  ['/cancelUserLoginMailAddressConfirmation', 'user.addressGivenUp'],
  ['POST /api/auth/tenants/{tenantId}/users/{userId}/mfa/totp', 'user.totpBegun'],
  ['/mfa/totp/{uuid}/activate', 'user.totpActivated'],
  ['/mfa/totp/{uuid}', 'user.totpRemoved'],
  ['/mfa/recoveryCodes', 'user.recoveryCodesRenewed'],
  ['/me/sessions', 'user.otherSessionsEnded'],
  ['/externalAccounts/{uuid}', 'user.externalAccountUnlinked'],
  ['/myAccounts/defaultTenants', 'user.defaultTenantChosen'],
  ['/me/terms', 'user.termsAccepted'],
  ['/userCode/request', 'user.pinIssued'],
  ['/userCode', 'user.pinRemoved'],
  ['POST /api/auth/tenants/{tenantId}/users/{userId}/onpremiseAccounts', 'user.accountAdded'],
  ['/me/cards', 'user.accountAdded'],
  ['/auth/device/cards', 'user.accountAdded'],
  ['/me/cards/{uuid}', 'user.accountRemoved'],
  ['/operations/add/users', 'user.groupsChanged'],
  ['/operations/remove/users', 'user.groupsChanged'],
  ['/userPermissions', 'user.permissionsChanged'],
  ['/matchingUserPermissions', 'user.permissionsChanged'],
  ['/allUserPermissions', 'user.permissionsChanged'],
  ['/deletedUsers/{uuid}/restore', 'user.restored'],
  ['DELETE /api/auth/tenants/{tenantId}/deletedUsers/{uuid}', 'user.purged'],
  ['POST /api/auth/tenants/{tenantId}/devices/{deviceId}/credential', 'device.credentialIssued'],
  ['DELETE /api/auth/tenants/{tenantId}/devices/{deviceId}/credential', 'device.credentialRevoked'],
  ['device enrol', 'device.credentialIssued'],
  ['device revoke', 'device.credentialRevoked'],
  ['device register', 'device.registered'],
  ['device import', 'device.registered'],
  ['/auth/device/token', 'device.firstSignIn'],
  ['/operations/add/devices', 'device.groupsChanged'],
  ['/operations/remove/devices', 'device.groupsChanged'],
  ['/devicePermissions', 'device.permissionsChanged'],
  ['/matchingDevicePermissions', 'device.permissionsChanged'],
  ['/allDevicePermissions', 'device.permissionsChanged'],
  ['/operations/users', 'group.membersChanged'],
];

const did: Readonly<Record<string, string>> = { create: 'created', update: 'changed', delete: 'deleted' };

/** The type of a row without one: by its call, or by operation and kind of target. */
export function oldType(row: { operation: string; action: string; target_type: string | null }): EventType | null {
  const { operation, action, target_type: target } = row;
  if (target === null) return null;
  const called = byCall.find(([end, type]) => action.endsWith(end) && type.startsWith(`${target}.`));
  if (called) return called[1];
  const type = `${target}.${did[operation] ?? ''}`;
  return Object.hasOwn(eventCatalogue, type) ? (type as EventType) : null;
}
