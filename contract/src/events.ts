/**
 * Standard names, without their common prefix: CAEP 1.0 and RISC 1.0 of OpenID Shared Signals, SCIM events (RFC 9967).
 */
interface Standards {
  caep?: 'session-revoked' | 'session-established' | 'session-presented' | 'credential-change';
  risc?:
    | 'account-purged'
    | 'account-enabled'
    | 'account-disabled'
    | 'account-credential-change-required'
    | 'identifier-changed'
    | 'credential-compromise';
  scim?: 'prov:create' | 'prov:patch' | 'prov:delete' | 'prov:activate' | 'prov:deactivate';
}

/**
 * All events, named after their target: `<target>.<what>`. Each has a text, `events.<type>`. Rows of the operation log
 * have a type; `signInEvent` tells that of a row of the sign-in log. Who may see an event depends on its log: the
 * tenant's (administrators), the provider's (the operator), or a history about the reader.
 */
export const eventCatalogue = {
  'user.created': { scim: 'prov:create' },
  'user.changed': { scim: 'prov:patch' },
  'user.settingsChanged': { scim: 'prov:patch' },
  'user.deleted': { risc: 'account-purged', scim: 'prov:delete' },
  'user.restored': { scim: 'prov:create' },
  'user.purged': {},
  'user.activated': { risc: 'account-enabled', scim: 'prov:activate' },
  'user.deactivated': { risc: 'account-disabled', scim: 'prov:deactivate' },
  'user.unlocked': { risc: 'account-enabled' },
  'user.locked': { risc: 'account-disabled' },
  'user.lockEnded': { risc: 'account-enabled' },
  'user.unknownBrowsersStopped': {},
  'user.devicesStopped': {},
  'user.signedOut': { caep: 'session-revoked' },
  'user.otherSessionsEnded': { caep: 'session-revoked' },
  'user.passwordChanged': { caep: 'credential-change' },
  'user.passwordReset': { caep: 'credential-change' },
  'user.passwordSet': { caep: 'credential-change' },
  'user.oneTimePasswordSet': { caep: 'credential-change' },
  'user.newPasswordRequired': { risc: 'account-credential-change-required' },
  'user.totpBegun': {},
  'user.totpActivated': { caep: 'credential-change' },
  'user.totpRemoved': { caep: 'credential-change' },
  'user.recoveryCodesRenewed': { caep: 'credential-change' },
  'user.recoveryCodeUsed': {},
  'user.mfaReset': { caep: 'credential-change' },
  'user.mfaDropped': { caep: 'credential-change' },
  'user.pinIssued': { caep: 'credential-change' },
  'user.pinRemoved': { caep: 'credential-change' },
  'user.accountAdded': { caep: 'credential-change' },
  'user.accountReplaced': { caep: 'credential-change' },
  'user.accountRemoved': { caep: 'credential-change' },
  'user.externalAccountLinked': { caep: 'credential-change' },
  'user.externalAccountUnlinked': { caep: 'credential-change' },
  'user.invited': {},
  'user.invitationCanceled': {},
  'user.registered': { risc: 'account-enabled' },
  'user.selfRegistered': { scim: 'prov:create' },
  'user.provisioned': { scim: 'prov:create' },
  'user.departureHeld': {},
  'user.departureRejected': {},
  'user.mailed': {},
  'user.addressGiven': {},
  'user.addressGivenUp': {},
  'user.addressConfirmed': { risc: 'identifier-changed' },
  'user.defaultTenantChosen': {},
  'user.termsAccepted': {},
  'user.groupsChanged': { scim: 'prov:patch' },
  'user.permissionsChanged': {},
  'group.created': { scim: 'prov:create' },
  'group.changed': { scim: 'prov:patch' },
  'group.deleted': { scim: 'prov:delete' },
  'group.moved': {},
  'group.membersChanged': { scim: 'prov:patch' },
  'tag.created': {},
  'tag.changed': {},
  'tag.deleted': {},
  'userBulk.started': {},
  'userBulk.canceled': {},
  'userBulk.ended': {},
  'userImport.uploaded': {},
  'userImport.mapped': {},
  'userImport.started': {},
  'userImport.canceled': {},
  'userImport.undoPrepared': {},
  'userImport.ended': {},
  'userExport.started': {},
  'userExport.canceled': {},
  'userExport.ended': {},
  'deviceExport.started': {},
  'deviceExport.canceled': {},
  'deviceExport.ended': {},
  'logExport.started': {},
  'logExport.canceled': {},
  'logExport.ended': {},
  'mailRun.started': {},
  'mailRun.canceled': {},
  'mailRun.ended': {},
  'registrationUrl.created': {},
  'registrationUrl.changed': {},
  'registrationUrl.ended': {},
  'session.ended': { caep: 'session-revoked' },
  'session.proved': {},
  'login.disowned': { caep: 'session-revoked' },
  'connectedApp.ended': {},
  'oauthConsent.given': {},
  'oauthDevice.answered': {},
  'appRequest.created': {},
  'appRequest.declined': {},
  'emailDomain.created': {},
  'emailDomain.changed': {},
  'emailDomain.deleted': {},
  'emailDomain.checked': {},
  'provisioningSource.created': {},
  'provisioningSource.changed': {},
  'provisioningSource.deleted': {},
  'managementToken.issued': {},
  'managementToken.revoked': {},
  'openidConnection.created': {},
  'openidConnection.changed': {},
  'openidConnection.deleted': {},
  'setupLink.created': {},
  'setupLink.revoked': {},
  'setupLink.opened': {},
  'setupLink.completed': {},
  'samlConnection.created': {},
  'samlConnection.changed': {},
  'samlConnection.deleted': {},
  'samlConnection.certificateAdded': {},
  'samlConnection.certificateDeleted': {},
  'oauthClient.created': {},
  'oauthClient.changed': {},
  'oauthClient.deleted': {},
  'oauthClient.secretRotated': {},
  'oauthClient.accessChanged': {},
  'oauthClient.notAssigned': {},
  'oauthClient.refused': {},
  'oauthClient.logoutRetried': {},
  'oauthClient.logoutNotDelivered': {},
  'oauthApi.created': {},
  'oauthApi.changed': {},
  'oauthApi.deleted': {},
  'samlIdp.certificationSwitched': {},
  'samlIdp.certificationRemoved': {},
  'samlKeys.certificationSwitched': {},
  'samlKeys.certificationRemoved': {},
  'samlSp.created': {},
  'samlSp.changed': {},
  'samlSp.deleted': {},
  'samlSp.certificationAdded': {},
  'samlSp.certificationChanged': {},
  'samlSp.certificationRemoved': {},
  'device.registered': {},
  'device.changed': {},
  'device.deleted': {},
  'device.credentialIssued': { caep: 'credential-change' },
  'device.credentialRevoked': { caep: 'credential-change' },
  'device.firstSignIn': {},
  'device.copyFound': { risc: 'credential-compromise' },
  'device.groupsChanged': {},
  'device.permissionsChanged': {},
  'license.created': {},
  'license.changed': {},
  'license.ruleChanged': {},
  'license.suspended': {},
  'license.resumed': {},
  'contract.created': {},
  'contract.changed': {},
  'tenant.created': {},
  'tenant.changed': {},
  'tenant.regionChanged': {},
  'tenant.logRetentionChanged': {},
  'tenant.suspended': {},
  'tenant.resumed': {},
  'tenant.devicesRegistered': {},
  'tenant.demoFilled': {},
  'customTheme.changed': {},
  'logo.uploaded': {},
  'logo.mailImageAdded': {},
  'customizedMail.changed': {},
  'browserLog.read': {},
  'customScript.changed': {},
  'customScript.removed': {},
  'service.created': {},
  'service.changed': {},
  'maintenance.announced': {},
  'maintenance.ended': {},
  'statusComponent.changed': {},
  'statusComponent.removed': {},
  'featureToggle.changed': {},
  'signingKey.rotated': {},
  'signingKey.revoked': {},
  'masterKey.changed': {},
  'operatorToken.issued': {},
  'operatorToken.revoked': {},
  'signIn.succeeded': { caep: 'session-established' },
  'signIn.refused': {},
  'signIn.appEntered': { caep: 'session-presented' },
  'signIn.proofRefused': {},
} as const satisfies Record<string, Standards>;

/** An event type; the list is closed. */
export type EventType = keyof typeof eventCatalogue;

type SignInEvent = Extract<EventType, `signIn.${string}`>;
/** Event types of operations: all but sign-ins and failed ones. */
export type OperationEvent = Exclude<EventType, SignInEvent>;
/** The kinds of targets of operations. */
export type EventTarget = OperationEvent extends infer T
  ? T extends `${infer Target}.${string}`
    ? Target
    : never
  : never;

/** The kind of target of an event. */
export const targetOf = (type: OperationEvent): EventTarget => type.slice(0, type.indexOf('.')) as EventTarget;

/** The event type of a row of the sign-in log. */
export function signInEvent({ loginType, status }: { loginType: string; status: string }): SignInEvent {
  if (loginType === 'application') return 'signIn.appEntered';
  if (status === 'success') return 'signIn.succeeded';
  return loginType === 'reauthentication' ? 'signIn.proofRefused' : 'signIn.refused';
}
