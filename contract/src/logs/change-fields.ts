import { eachText, userTexts } from '../people/user-texts.ts';

/**
 * The fields in `changes` of events, with the keys of their names (`messages/<lang>/`). Pages show these names, and the
 * search of the log finds fields by them. Other fields get the name of an unknown field: only rows of older versions
 * have such fields (`server/test/change-fields.ts`).
 */
const user = {
  userId: 'common.userId',
  familyName: 'common.familyName',
  givenName: 'common.givenName',
  ...eachText((text) => userTexts[text].word),
  locale: 'common.language',
  timezone: 'common.timezone',
  status: 'common.status',
  roles: 'users.roles',
  groups: 'common.groups',
  password: 'common.password',
  loginMailAddress: 'users.loginMailAddress',
  nextLoginMailAddress: 'users.nextLoginMailAddress',
  mailAddresses: 'users.mailAddresses',
  mfaEnabled: 'users.mfa',
  mustChangePassword: 'users.mustChangePassword',
  lockedUntil: 'users.lockedUntil',
  signInStopped: 'users.newBrowsersStopped',
  failures: 'users.field.failures',
  totp: 'users.field.totp',
  recoveryCodes: 'users.field.recoveryCodes',
  openSessions: 'users.openSessions',
  endedSessions: 'users.field.endedSessions',
  outlivingGrants: 'users.field.outlivingGrants',
  externalAccounts: 'users.externalAccounts',
  termsVersion: 'users.field.termsVersion',
  defaultTenant: 'users.field.defaultTenant',
  hiddenNavigation: 'users.field.hiddenNavigation',
  deletedUser: 'users.field.deletedUser',
  invite: 'users.field.invite',
  invitedMailAddress: 'users.field.invitation',
  userCode: 'users.pin',
  invitation: 'users.field.invitation',
  confirmationMail: 'users.field.confirmationMail',
  loginGuide: 'users.field.loginGuide',
  mfaGuide: 'users.field.mfaGuide',
  passwordReset: 'users.field.passwordReset',
  oneTimePasswordUntil: 'users.field.oneTimePasswordUntil',
  registrationUrl: 'users.field.registrationUrl',
  registrationUrlMade: 'users.field.registrationUrlMade',
  source: 'users.source',
  permittedLicenses: 'users.field.permittedLicenses',
  namedInLicenseRule: 'users.field.namedInLicenseRule',
  licensesWithoutSeat: 'users.field.licensesWithoutSeat',
  onpremiseAccounts: 'users.cards',
  extensionAttributes: 'users.items',
} as const;

const group = {
  groupId: 'common.groupId',
  name: 'common.name',
  description: 'common.description',
  tagNames: 'groups.tags',
  userIds: 'groups.members',
  deviceIds: 'groups.devices',
  devices: 'groups.devices',
  groupIds: 'groups.children',
  parentGroupIds: 'groups.parents',
  // Of a deleted one: their number.
  users: 'groups.members',
  parentGroups: 'groups.parents',
  childGroups: 'groups.children',
  topGroups: 'groups.cameToTop',
} as const;

const device = {
  deviceId: 'common.deviceId',
  serialId: 'common.serialId',
  deviceType: 'common.deviceType',
  description: 'common.deviceComment',
  roles: 'devices.roles',
  groups: 'common.groups',
  credentialStatus: 'devices.credential',
  permittedLicenses: 'devices.licenses',
  namedInLicenseRule: 'devices.namedInLicenseRule',
} as const;

const tag = {
  name: 'common.name',
  description: 'common.description',
  groupIds: 'common.groups',
  groupCount: 'groups.groupCount',
} as const;

const samlConnection = {
  name: 'common.name',
  samlId: 'saml.samlId',
  displayName: 'saml.displayName',
  entityId: 'saml.entityId',
  ssoUrl: 'saml.ssoUrl',
  sloUrl: 'saml.sloUrl',
  signRequests: 'saml.signRequests',
  trustedOrigin: 'saml.trustedOrigin',
  mailAddressAttribute: 'saml.mailAttribute',
  familyNameAttribute: 'saml.familyAttribute',
  givenNameAttribute: 'saml.givenAttribute',
  enabled: 'saml.enabled',
  jitProvisioning: 'saml.jit',
  certifications: 'saml.certifications',
  linkedUsers: 'saml.linkedUsers',
} as const;

/** Fields of the security policy, logged with the prefix `securityPolicy.`. */
export const policyFieldNames = {
  'passwordPolicy.minLength': 'policy.minLength',
  'passwordPolicy.minUppercase': 'policy.minUppercase',
  'passwordPolicy.minSpecial': 'policy.minSpecial',
  'passwordPolicy.minNumeric': 'policy.minNumeric',
  'passwordPolicy.history': 'policy.historyCount',
  'passwordPolicy.expiresAfterDays': 'policy.expiresAfterDays',
  'accountLockPolicy.enabled': 'policy.lockEnabled',
  'accountLockPolicy.failures': 'policy.lockFailures',
  'accountLockPolicy.withinMinutes': 'policy.lockWithinMinutes',
  'accountLockPolicy.lockMinutes': 'policy.lockMinutes',
  'sessionPolicy.idleMinutes': 'policy.idleMinutes',
  'sessionPolicy.absoluteMinutes': 'policy.absoluteMinutes',
  'sessionPolicy.administratorIdleMinutes': 'policy.administratorIdleMinutes',
  'sessionPolicy.administratorAbsoluteMinutes': 'policy.administratorAbsoluteMinutes',
  'sessionPolicy.reauthenticationMinutes': 'policy.reauthenticationMinutes',
  'passwordExpirationPolicy.noticeDaysBefore': 'policy.noticeDaysBefore',
  'loginPolicy.siteLoginType': 'policy.siteLoginType',
  'loginPolicy.userSelect': 'policy.userSelect',
  'loginPolicy.mfpLoginTypeOption': 'policy.mfpLoginTypeOption',
  'loginPolicy.defaultMfpLoginType': 'policy.defaultMfpLoginType',
  'loginPolicy.userCode.enabled': 'policy.userCodeEnabled',
  'loginPolicy.userCode.characters': 'policy.userCodeCharacters',
  'loginPolicy.userCode.minLength': 'policy.userCodeMinLength',
  'loginPolicy.userCode.maxLength': 'policy.userCodeMaxLength',
  'loginPolicy.userCode.allowUserEntry': 'policy.userCodeAllowUserEntry',
  'loginPolicy.onpremiseId.enabled': 'policy.onpremiseIdEnabled',
  'loginPolicy.onpremiseId.cardLoginFactor': 'policy.cardLoginFactor',
  'loginPolicy.onpremiseId.cardLoginMode': 'policy.cardLoginMode',
  'loginPolicy.onpremiseId.allowCardEntry': 'policy.allowCardEntry',
  'loginPolicy.mfa.enabled': 'policy.mfaEnabled',
  'loginPolicy.mfa.totp': 'policy.mfaTotp',
  'loginPolicy.mfa.skipMfaFromMfp': 'policy.skipMfaFromMfp',
  'loginPolicy.mfa.federated': 'policy.mfaFederated',
  'loginPolicy.mfa.siteEnforceMfa.enabled': 'policy.enforceMfa',
  'loginPolicy.mfa.siteEnforceMfa.roles': 'policy.enforceMfaRoles',
  'loginPolicy.mfa.siteEnforceMfa.accounts': 'policy.enforceMfaAccounts',
} as const;

/** Fields of all other targets. */
const other = {
  status: 'common.status',
  userId: 'common.userId',
  locale: 'common.language',
  timezone: 'common.timezone',
  roles: 'users.roles',
  description: 'users.comment',
  deviceId: 'common.deviceId',
  deviceType: 'common.deviceType',
  serialId: 'common.serialId',
  active: 'logs.field_active',
  allUsers: 'logs.field_allUsers',
  deviceTypeList: 'logs.field_deviceTypeList',
  condition: 'logs.field_condition',
  sendType: 'logs.field_sendType',
  action: 'logs.field_action',
  users: 'logs.field_users',
  fileName: 'logs.field_fileName',
  mapping: 'logs.field_mapping',
  logRetentionDays: 'logs.field_logRetentionDays',
  mailSubject: 'logs.field_mailSubject',
  mailBody: 'logs.field_mailBody',
  mediaType: 'logs.field_mediaType',
  themeColor: 'logs.field_themeColor',
  logoId: 'logs.field_logoId',
  logoPlate: 'logs.field_logoPlate',
  headerTitle: 'logs.field_headerTitle',
  headerStyle: 'logs.field_headerStyle',
  usersLimit: 'logs.field_usersLimit',
  enabledDomains: 'logs.field_enabledDomains',
  expiresAt: 'logs.field_expiresAt',
  startsAt: 'logs.field_startsAt',
  endsAt: 'logs.field_endsAt',
  endedAt: 'logs.field_endedAt',
  volume: 'logs.field_volume',
  volumeType: 'logs.field_volumeType',
  availableRoles: 'logs.field_availableRoles',
  availableDeviceTypes: 'logs.field_availableDeviceTypes',
  contractId: 'logs.field_contractId',
  licenseId: 'logs.field_licenseId',
  serviceClass: 'logs.field_serviceClass',
  userLimit: 'logs.field_userLimit',
  suspendedAt: 'logs.field_suspendedAt',
  overUsedSince: 'logs.field_overUsedSince',
  serviceName: 'logs.field_serviceName',
  contractSystemExtension: 'logs.field_contractSystemExtension',
  usedVolume: 'logs.field_usedVolume',
  use: 'logs.field_use',
  reversed: 'logs.field_reversed',
  ratePlanName: 'logs.field_ratePlanName',
  subscriptionRegionalId: 'logs.field_subscriptionRegionalId',
  names: 'logs.field_names',
  descriptions: 'logs.field_descriptions',
  linkURLs: 'logs.field_linkURLs',
  adminLinkURLs: 'logs.field_adminLinkURLs',
  icon: 'logs.field_icon',
  iconURL: 'logs.field_iconURL',
  enabled: 'logs.field_enabled',
  homepageUri: 'logs.field_homepageUri',
  applicationType: 'logs.field_applicationType',
  tokenEndpointAuthMethod: 'logs.field_tokenEndpointAuthMethod',
  grantTypes: 'logs.field_grantTypes',
  redirectUris: 'logs.field_redirectUris',
  postLogoutRedirectUris: 'logs.field_postLogoutRedirectUris',
  scopes: 'logs.field_scopes',
  idTokenSignedResponseAlg: 'logs.field_idTokenSignedResponseAlg',
  pkce: 'logs.field_pkce',
  backchannelLogoutUri: 'logs.field_backchannelLogoutUri',
  frontchannelLogoutUri: 'logs.field_frontchannelLogoutUri',
  disabled: 'logs.field_disabled',
  claims: 'logs.field_claims',
  access: 'logs.field_access',
  assignedUsers: 'logs.field_assignedUsers',
  assignedGroups: 'logs.field_assignedGroups',
  firstParty: 'logs.field_firstParty',
  clientSecret: 'logs.field_clientSecret',
  displayName: 'logs.field_displayName',
  clientId: 'logs.field_clientId',
  issuer: 'logs.field_issuer',
  jitProvisioning: 'logs.field_jitProvisioning',
  directoryIds: 'logs.field_directoryIds',
  linkedUsers: 'logs.field_linkedUsers',
  previousSecretUntil: 'logs.field_previousSecretUntil',
  purpose: 'logs.field_purpose',
  reason: 'logs.field_reason',
  logoutDelivery: 'logs.field_logoutDelivery',
  accepted: 'logs.field_accepted',
  state: 'logs.field_state',
  domain: 'logs.field_domain',
  source: 'logs.field_source',
  kind: 'logs.field_kind',
  deleteBehavior: 'logs.field_deleteBehavior',
  provider: 'logs.field_provider',
  name: 'logs.field_name',
  entityId: 'logs.field_entityId',
  acsUrl: 'logs.field_acsUrl',
  relayState: 'logs.field_relayState',
  logoutUrl: 'logs.field_logoutUrl',
  signingOption: 'logs.field_signingOption',
  nameIdFormat: 'logs.field_nameIdFormat',
  authnRequestsSigned: 'logs.field_authnRequestsSigned',
  attributeStatements: 'logs.field_attributeStatements',
  certification: 'logs.field_certification',
  iconEnabled: 'logs.field_iconEnabled',
  beforeExpiration: 'logs.field_beforeExpiration',
  userIds: 'logs.field_notifiedUsers',
  country: 'logs.field_country',
  region: 'logs.field_region',
  lock: 'logs.field_lock',
  credential: 'logs.field_credential',
  sessions: 'logs.field_sessions',
  created: 'logs.field_created',
  restored: 'logs.field_restored',
  changed: 'logs.field_changed',
  unchanged: 'logs.field_unchanged',
  deleted: 'logs.field_deleted',
  failed: 'logs.field_failed',
  undoes: 'logs.field_undoes',
} as const;

const byTarget: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  user,
  group,
  device,
  tag,
  samlConnection,
};

export type FieldText =
  | (typeof user)[keyof typeof user]
  | (typeof group)[keyof typeof group]
  | (typeof device)[keyof typeof device]
  | (typeof tag)[keyof typeof tag]
  | (typeof samlConnection)[keyof typeof samlConnection]
  | (typeof policyFieldNames)[keyof typeof policyFieldNames]
  | (typeof other)[keyof typeof other];

/** The key of a field's name; undefined if it has none. */
export function fieldTextOf(target: string | null, field: string): FieldText | undefined {
  const policy = field.startsWith('securityPolicy.');
  const name = policy ? field.slice('securityPolicy.'.length) : field;
  const own = target !== null && Object.hasOwn(byTarget, target) ? byTarget[target] : undefined;
  const tables: readonly (Readonly<Record<string, string>> | undefined)[] = policy ? [policyFieldNames] : [own, other];
  return tables
    .map((table) => (table && Object.hasOwn(table, name) ? table[name] : undefined))
    .find(Boolean) as FieldText;
}

/** All named fields of a kind of target, as logged. */
export function namedFields(target: string): [field: string, text: FieldText][] {
  const own = Object.hasOwn(byTarget, target) ? byTarget[target] : other;
  const ofPolicy = target === 'tenant' ? Object.entries(policyFieldNames) : [];
  return [...Object.entries(own ?? other), ...ofPolicy.map(([field, text]) => [`securityPolicy.${field}`, text])] as [
    string,
    FieldText,
  ][];
}
