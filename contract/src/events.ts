/** Who may see that something happened. Administrators: of the tenant it happened in. */
export const viewers = ['person', 'administrators', 'operator'] as const;
type Viewer = (typeof viewers)[number];

/** What others call it: CAEP 1.0 and RISC 1.0 of OpenID Shared Signals, and SCIM events (RFC 9967), without what all begin with. */
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

const CONCERNED: readonly Viewer[] = ['person', 'administrators', 'operator'];
const ADMINISTRATORS: readonly Viewer[] = ['administrators', 'operator'];
const OPERATOR: readonly Viewer[] = ['operator'];
const of = (seenBy: readonly Viewer[], standards: Standards = {}) => ({ seenBy, ...standards });

/**
 * All that can happen, named after the thing it happens to: `<target>.<what>`. Each has a text, `events.<type>`. Rows of the
 * operation log say their type; a row of the login log is of the type that `signInEvent` says.
 */
export const eventCatalogue = {
  'user.created': of(CONCERNED, { scim: 'prov:create' }),
  'user.changed': of(CONCERNED, { scim: 'prov:patch' }),
  'user.settingsChanged': of(CONCERNED, { scim: 'prov:patch' }),
  'user.deleted': of(CONCERNED, { risc: 'account-purged', scim: 'prov:delete' }),
  'user.restored': of(CONCERNED, { scim: 'prov:create' }),
  'user.purged': of(ADMINISTRATORS),
  'user.activated': of(CONCERNED, { risc: 'account-enabled', scim: 'prov:activate' }),
  'user.deactivated': of(CONCERNED, { risc: 'account-disabled', scim: 'prov:deactivate' }),
  'user.unlocked': of(CONCERNED, { risc: 'account-enabled' }),
  'user.locked': of(CONCERNED, { risc: 'account-disabled' }),
  'user.lockEnded': of(CONCERNED, { risc: 'account-enabled' }),
  'user.unknownBrowsersStopped': of(CONCERNED),
  'user.devicesStopped': of(CONCERNED),
  'user.signedOut': of(CONCERNED, { caep: 'session-revoked' }),
  'user.otherSessionsEnded': of(CONCERNED, { caep: 'session-revoked' }),
  'user.passwordChanged': of(CONCERNED, { caep: 'credential-change' }),
  'user.passwordReset': of(CONCERNED, { caep: 'credential-change' }),
  'user.passwordSet': of(CONCERNED, { caep: 'credential-change' }),
  'user.oneTimePasswordSet': of(CONCERNED, { caep: 'credential-change' }),
  'user.newPasswordRequired': of(CONCERNED, { risc: 'account-credential-change-required' }),
  'user.totpBegun': of(CONCERNED),
  'user.totpActivated': of(CONCERNED, { caep: 'credential-change' }),
  'user.totpRemoved': of(CONCERNED, { caep: 'credential-change' }),
  'user.recoveryCodesRenewed': of(CONCERNED, { caep: 'credential-change' }),
  'user.mfaReset': of(CONCERNED, { caep: 'credential-change' }),
  'user.mfaDropped': of(CONCERNED, { caep: 'credential-change' }),
  'user.pinIssued': of(CONCERNED, { caep: 'credential-change' }),
  'user.pinRemoved': of(CONCERNED, { caep: 'credential-change' }),
  'user.accountAdded': of(CONCERNED, { caep: 'credential-change' }),
  'user.accountReplaced': of(CONCERNED, { caep: 'credential-change' }),
  'user.accountRemoved': of(CONCERNED, { caep: 'credential-change' }),
  'user.externalAccountUnlinked': of(CONCERNED, { caep: 'credential-change' }),
  'user.invited': of(CONCERNED),
  'user.invitationCanceled': of(CONCERNED),
  'user.registered': of(CONCERNED, { risc: 'account-enabled' }),
  'user.selfRegistered': of(CONCERNED, { scim: 'prov:create' }),
  'user.mailed': of(CONCERNED),
  'user.addressGiven': of(CONCERNED),
  'user.addressGivenUp': of(CONCERNED),
  'user.addressConfirmed': of(CONCERNED, { risc: 'identifier-changed' }),
  'user.defaultTenantChosen': of(CONCERNED),
  'user.termsAccepted': of(CONCERNED),
  'user.groupsChanged': of(CONCERNED, { scim: 'prov:patch' }),
  'user.permissionsChanged': of(CONCERNED),
  'group.created': of(ADMINISTRATORS, { scim: 'prov:create' }),
  'group.changed': of(ADMINISTRATORS, { scim: 'prov:patch' }),
  'group.deleted': of(ADMINISTRATORS, { scim: 'prov:delete' }),
  'group.moved': of(ADMINISTRATORS),
  'group.membersChanged': of(ADMINISTRATORS, { scim: 'prov:patch' }),
  'tag.created': of(ADMINISTRATORS),
  'tag.changed': of(ADMINISTRATORS),
  'tag.deleted': of(ADMINISTRATORS),
  'userBulk.started': of(ADMINISTRATORS),
  'userBulk.canceled': of(ADMINISTRATORS),
  'userBulk.ended': of(ADMINISTRATORS),
  'userImport.uploaded': of(ADMINISTRATORS),
  'userImport.mapped': of(ADMINISTRATORS),
  'userImport.started': of(ADMINISTRATORS),
  'userImport.canceled': of(ADMINISTRATORS),
  'userImport.undoPrepared': of(ADMINISTRATORS),
  'userImport.ended': of(ADMINISTRATORS),
  'userExport.started': of(ADMINISTRATORS),
  'userExport.canceled': of(ADMINISTRATORS),
  'userExport.ended': of(ADMINISTRATORS),
  'deviceExport.started': of(ADMINISTRATORS),
  'deviceExport.canceled': of(ADMINISTRATORS),
  'deviceExport.ended': of(ADMINISTRATORS),
  'logExport.started': of(ADMINISTRATORS),
  'logExport.canceled': of(ADMINISTRATORS),
  'logExport.ended': of(ADMINISTRATORS),
  'mailRun.started': of(ADMINISTRATORS),
  'mailRun.canceled': of(ADMINISTRATORS),
  'mailRun.ended': of(ADMINISTRATORS),
  'registrationUrl.created': of(ADMINISTRATORS),
  'registrationUrl.changed': of(ADMINISTRATORS),
  'registrationUrl.ended': of(ADMINISTRATORS),
  'session.ended': of(CONCERNED, { caep: 'session-revoked' }),
  'session.proved': of(CONCERNED),
  'login.disowned': of(CONCERNED, { caep: 'session-revoked' }),
  'connectedApp.ended': of(CONCERNED),
  'oauthConsent.given': of(CONCERNED),
  'oauthDevice.answered': of(CONCERNED),
  'oauthClient.created': of(ADMINISTRATORS),
  'oauthClient.changed': of(ADMINISTRATORS),
  'oauthClient.deleted': of(ADMINISTRATORS),
  'oauthClient.secretRotated': of(ADMINISTRATORS),
  'oauthClient.logoutRetried': of(ADMINISTRATORS),
  'oauthClient.logoutNotDelivered': of(ADMINISTRATORS),
  'device.registered': of(ADMINISTRATORS),
  'device.changed': of(ADMINISTRATORS),
  'device.deleted': of(ADMINISTRATORS),
  'device.credentialIssued': of(ADMINISTRATORS, { caep: 'credential-change' }),
  'device.credentialRevoked': of(ADMINISTRATORS, { caep: 'credential-change' }),
  'device.firstSignIn': of(ADMINISTRATORS),
  'device.copyFound': of(ADMINISTRATORS, { risc: 'credential-compromise' }),
  'device.groupsChanged': of(ADMINISTRATORS),
  'device.permissionsChanged': of(ADMINISTRATORS),
  'license.created': of(ADMINISTRATORS),
  'license.changed': of(ADMINISTRATORS),
  'license.ruleChanged': of(ADMINISTRATORS),
  'license.suspended': of(ADMINISTRATORS),
  'license.resumed': of(ADMINISTRATORS),
  'contract.created': of(ADMINISTRATORS),
  'contract.changed': of(ADMINISTRATORS),
  'tenant.created': of(ADMINISTRATORS),
  'tenant.changed': of(ADMINISTRATORS),
  'tenant.regionChanged': of(ADMINISTRATORS),
  'tenant.logRetentionChanged': of(ADMINISTRATORS),
  'tenant.suspended': of(ADMINISTRATORS),
  'tenant.resumed': of(ADMINISTRATORS),
  'tenant.devicesRegistered': of(ADMINISTRATORS),
  'tenant.demoFilled': of(ADMINISTRATORS),
  'customTheme.changed': of(ADMINISTRATORS),
  'logo.uploaded': of(ADMINISTRATORS),
  'logo.mailImageAdded': of(ADMINISTRATORS),
  'customizedMail.changed': of(ADMINISTRATORS),
  'browserLog.read': of(ADMINISTRATORS),
  'customScript.changed': of(OPERATOR),
  'customScript.removed': of(OPERATOR),
  'service.created': of(OPERATOR),
  'service.changed': of(OPERATOR),
  'maintenance.announced': of(OPERATOR),
  'maintenance.ended': of(OPERATOR),
  'statusComponent.changed': of(OPERATOR),
  'statusComponent.removed': of(OPERATOR),
  'featureToggle.changed': of(OPERATOR),
  'signingKey.rotated': of(OPERATOR),
  'signingKey.revoked': of(OPERATOR),
  'masterKey.changed': of(OPERATOR),
  'operatorToken.issued': of(OPERATOR),
  'operatorToken.revoked': of(OPERATOR),
  'signIn.succeeded': of(CONCERNED, { caep: 'session-established' }),
  'signIn.refused': of(CONCERNED),
  'signIn.appEntered': of(CONCERNED, { caep: 'session-presented' }),
  'signIn.proofRefused': of(CONCERNED),
} as const satisfies Record<string, Standards & { seenBy: readonly Viewer[] }>;

/** What can happen: the list is closed. */
export type EventType = keyof typeof eventCatalogue;

type SignInEvent = Extract<EventType, `signIn.${string}`>;
/** What an operation tells of: all but sign-ins and refused ones. */
export type OperationEvent = Exclude<EventType, SignInEvent>;
/** The kinds of things that operations are done to. */
export type EventTarget = OperationEvent extends infer T
  ? T extends `${infer Target}.${string}`
    ? Target
    : never
  : never;

/** The kind of thing that an event is about. */
export const targetOf = (type: OperationEvent): EventTarget => type.slice(0, type.indexOf('.')) as EventTarget;

/** The type of a row of the login log. */
export function signInEvent({ loginType, status }: { loginType: string; status: string }): SignInEvent {
  if (loginType === 'application') return 'signIn.appEntered';
  if (status === 'success') return 'signIn.succeeded';
  return loginType === 'reauthentication' ? 'signIn.proofRefused' : 'signIn.refused';
}
