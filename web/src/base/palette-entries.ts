import type { Permission } from '#contract/roles.ts';
import type { FeatureToggle } from '#contract/toggles.ts';
import type { TextKey } from '../i18n/keys.ts';
import { navigation } from './navigation.ts';
import { type AccountSection, paths } from './paths.ts';
import type { TenantSection } from './tenant-sections.ts';

/** What the command palette adds to the table of navigation: pages beside it, every setting, every act. */

export type PaletteEntry = {
  kind: 'page' | 'setting' | 'act';
  label: TextKey;
  path: string;
  permission: Permission;
  toggle?: FeatureToggle;
  keywords?: TextKey;
  /** The area of a page, the page of a setting. */
  of?: TextKey;
  /** Opens the page at this: a setting by its label; where that depends on one that is off, `under` is that. */
  at?: TextKey;
  under?: TextKey;
  /** Presses this button of the page, which opens a dialog. */
  press?: TextKey;
};

const tabs: readonly PaletteEntry[] = navigation.flatMap((area) =>
  area.pages.flatMap((page) =>
    page.parts.map(
      ({ within: _, ...part }): PaletteEntry => ({
        kind: 'page',
        ...part,
        ...(part.label === area.label ? {} : { of: area.label }),
      }),
    ),
  ),
);

const page = (label: TextKey, path: string, permission: Permission, keywords: TextKey): PaletteEntry => ({
  kind: 'page',
  label,
  path,
  permission,
  keywords,
});

const pages: readonly PaletteEntry[] = [
  page('transfer.exportsTitle', paths.userExport, 'users:read', 'palette.exportFiles'),
  page('users.bulks.title', paths.userBulks, 'users:read', 'palette.bulks'),
  page('users.deleted.title', paths.deletedUsers, 'users:read', 'palette.deletedUsers'),
  page('ui.nav.setupNavi', paths.setupNavi, 'tenant:read', 'palette.setup'),
  page('ui.administration', paths.adminMenu, 'tenant:read', 'palette.adminMenu'),
  page('ui.guides.title', paths.help, 'me', 'palette.help'),
  page('ui.nav.defaultTenant', paths.defaultTenant, 'me', 'palette.defaultTenant'),
];

type SettingRow = [label: TextKey, keywords: TextKey, under?: TextKey];

const settingsOf =
  (path: string, of: TextKey, permission: Permission, toggle?: FeatureToggle) =>
  (...rows: SettingRow[]): PaletteEntry[] =>
    rows.map(([label, keywords, under]) => ({
      kind: 'setting',
      label,
      path,
      of,
      permission,
      keywords,
      at: label,
      ...(under && { under }),
      ...(toggle && { toggle }),
    }));
const tenant = (section: TenantSection, ...rows: SettingRow[]) =>
  settingsOf(paths.tenant(section), `ui.tenant.${section}`, 'tenant:read')(...rows);
const account = (section: AccountSection, ...rows: SettingRow[]) =>
  settingsOf(paths.account(section), `ui.account.${section}`, 'me')(...rows);

const settings: readonly PaletteEntry[] = [
  ...tenant(
    'login-settings',
    ['policy.siteLoginType', 'palette.siteLoginType'],
    ['policy.userSelect', 'palette.userSelect'],
    ['policy.passwordRoles', 'palette.passwordRoles'],
    ['policy.samlWay', 'palette.samlWay'],
    ['policy.oidcWay', 'palette.oidcWay'],
    ['policy.openidProviders', 'palette.openidProviders', 'policy.oidcWay'],
  ),
  ...tenant(
    'device-login-policy',
    ['policy.mfpLoginTypeOption', 'palette.deviceWays'],
    ['policy.defaultMfpLoginType', 'palette.deviceFirstWay'],
    ['loginPolicy.usePins', 'palette.usePins'],
    ['policy.userCodeCharacters', 'palette.pinCharacters', 'loginPolicy.usePins'],
    ['policy.userCodeMinLength', 'palette.pinShortest', 'loginPolicy.usePins'],
    ['policy.userCodeMaxLength', 'palette.pinLongest', 'loginPolicy.usePins'],
    ['loginPolicy.useCards', 'palette.useCards'],
    ['policy.cardLoginFactor', 'palette.cardFactor', 'loginPolicy.useCards'],
    ['policy.userCodeAllowUserEntry', 'palette.ownPins'],
    ['policy.allowCardEntry', 'palette.ownCards'],
    ['policy.cardLoginMode', 'palette.cardMode'],
  ),
  ...tenant(
    'mfa-settings',
    ['loginPolicy.useMfa', 'palette.useMfa'],
    ['policy.mfaTotp', 'palette.totp', 'loginPolicy.useMfa'],
    ['policy.skipMfaFromMfp', 'palette.skipMfa', 'loginPolicy.useMfa'],
    ['policy.mfaFederated', 'palette.mfaFederated', 'loginPolicy.useMfa'],
    ['policy.enforceMfa', 'palette.enforceMfa'],
    ['policy.enforceMfaRoles', 'palette.enforceRoles', 'policy.enforceMfa'],
    ['policy.enforceMfaAccounts', 'palette.enforceAccounts', 'policy.enforceMfa'],
  ),
  ...tenant(
    'password-policy',
    ['policy.minLength', 'palette.minLength'],
    ['policy.minUppercase', 'palette.uppercase'],
    ['policy.minNumeric', 'palette.numbers'],
    ['policy.minSpecial', 'palette.symbols'],
    ['policy.common', 'palette.commonPasswords'],
    ['policy.historyCount', 'palette.passwordHistory'],
  ),
  ...tenant(
    'password-expiration-policy',
    ['policy.expiryOn', 'palette.expiryOn'],
    ['policy.expiresAfterDays', 'palette.expiryDays', 'policy.expiryOn'],
    ['policy.noticeOn', 'palette.noticeOn', 'policy.expiryOn'],
    ['policy.noticeDaysBefore', 'palette.noticeDays', 'policy.expiryOn'],
  ),
  ...tenant(
    'session-policy',
    ['policy.idleMinutes', 'palette.idle'],
    ['policy.absoluteMinutes', 'palette.absolute'],
    ['policy.administratorIdleMinutes', 'palette.adminIdle'],
    ['policy.administratorAbsoluteMinutes', 'palette.adminAbsolute'],
    ['policy.reauthenticationMinutes', 'palette.proof'],
  ),
  ...tenant(
    'account-lock-policy',
    ['policy.lockEnabled', 'palette.lockOn'],
    ['policy.lockFailures', 'palette.lockFailures', 'policy.lockEnabled'],
    ['policy.lockWithinMinutes', 'palette.lockWithin', 'policy.lockEnabled'],
    ['policy.lockEnds', 'palette.lockEnds', 'policy.lockEnabled'],
    ['policy.lockMinutes', 'palette.lockMinutes', 'policy.lockEnabled'],
  ),
  ...tenant(
    'basic-settings',
    ['tenant.name', 'palette.orgName'],
    ['tenant.country', 'palette.country'],
    ['tenant.region', 'palette.region'],
    ['common.language', 'palette.orgLanguage'],
    ['common.timezone', 'palette.orgTimezone'],
  ),
  ...tenant(
    'header-customization',
    ['tenant.colour', 'palette.color'],
    ['tenant.logo', 'palette.logo'],
    ['tenant.logoPlate', 'palette.logoPlate', 'tenant.logo'],
    ['tenant.headerTitle', 'palette.headerTitle'],
    ['tenant.headerStyle', 'palette.headerStyle'],
  ),
  ...settingsOf(
    paths.tenant('log-retention'),
    'ui.tenant.log-retention',
    'logs:read',
  )(
    ['logs.retentionOwn', 'palette.retentionOwn'],
    ['logs.retentionDays', 'palette.retentionDays', 'logs.retentionOwn'],
  ),
  ...account(
    'basic_settings',
    ['account.basic.names', 'palette.ownName'],
    ['account.basic.language', 'palette.ownLanguage'],
    ['account.loginMail.title', 'palette.ownMail'],
    ['account.basic.mailAddresses', 'palette.otherMails'],
  ),
  ...account('mfa_settings', ['account.recovery.title', 'palette.recoveryCodes', 'account.mfa.title']),
  ...settingsOf(
    paths.account('device_login_settings'),
    'ui.account.device_login_settings',
    'me',
    'deviceLoginSettings',
  )(['account.pin.title', 'palette.ownPin'], ['account.cards.title', 'palette.ownCard']),
];

type Act =
  | 'addUser'
  | 'importUsers'
  | 'exportUsers'
  | 'invite'
  | 'createLink'
  | 'addGroup'
  | 'addTag'
  | 'exportDevices'
  | 'assignUsers'
  | 'assignDevices'
  | 'addOauthApp'
  | 'addSamlApp'
  | 'addSamlConnection'
  | 'addSource'
  | 'changeLogo'
  | 'changeColor'
  | 'editEmails'
  | 'requireMfa'
  | 'exportSignIns'
  | 'restoreUsers'
  | 'changePassword'
  | 'setUpMfa'
  | 'signOutElsewhere'
  | 'signOut';

const act = (
  name: Act,
  path: string,
  permission: Permission,
  more: Pick<PaletteEntry, 'at' | 'press'> = {},
): PaletteEntry => ({
  kind: 'act',
  label: `palette.act.${name}`,
  path,
  permission,
  keywords: `palette.act.${name}Words`,
  ...more,
});

const acts: readonly PaletteEntry[] = [
  act('addUser', paths.newUser, 'users:write'),
  act('importUsers', paths.userImports, 'users:write'),
  act('exportUsers', paths.users, 'users:read', { press: 'users.exportAll' }),
  act('invite', paths.registration('mails'), 'users:write'),
  act('createLink', paths.registration('urls'), 'users:write', { press: 'onboarding.urls.make' }),
  act('addGroup', paths.newGroup, 'users:write'),
  act('addTag', paths.tags, 'users:write', { press: 'groups.addTag' }),
  act('exportDevices', paths.devices, 'devices:read'),
  act('assignUsers', paths.userPermissions, 'licenses:write'),
  act('assignDevices', paths.devicePermissions, 'licenses:write'),
  act('addOauthApp', paths.oauthApps, 'clients:write', { press: 'oauthApps.add' }),
  act('addSamlApp', paths.tenant('saml-idp-settings'), 'clients:write', { press: 'samlIdp.add' }),
  act('addSamlConnection', paths.tenant('saml-settings'), 'tenant:write', { press: 'samlConnections.add' }),
  act('addSource', paths.provisioning, 'tenant:write', { press: 'provisioning.add' }),
  act('changeLogo', paths.tenant('header-customization'), 'tenant:write', { at: 'tenant.logo' }),
  act('changeColor', paths.tenant('header-customization'), 'tenant:write', { at: 'tenant.colour' }),
  act('editEmails', paths.registration('texts'), 'tenant:write'),
  act('requireMfa', paths.tenant('mfa-settings'), 'tenant:write', { at: 'policy.enforceMfa' }),
  act('exportSignIns', paths.tenant('login-log'), 'logs:read', { press: 'logs.export' }),
  act('restoreUsers', paths.deletedUsers, 'users:write'),
  act('changePassword', paths.account('change_password'), 'me'),
  act('setUpMfa', paths.account('mfa_settings'), 'me'),
  act('signOutElsewhere', paths.account('sessions'), 'me'),
  act('signOut', paths.logout, 'me'),
];

export const paletteEntries: readonly PaletteEntry[] = [...tabs, ...pages, ...acts, ...settings];

/** The address of an entry: what is to be found or pressed on its page is in the hash, as the key of its words. */
export const addressOf = ({ path, at, press, label }: PaletteEntry): string =>
  at || press ? `${path}#${press ? label : at}` : path;

/** The entry that an address with a hash means, if any: only what is in the table is looked for or pressed. */
export const entryAt = (path: string, hash: string): PaletteEntry | undefined =>
  paletteEntries.find((entry) => entry.path === path && addressOf(entry) === `${path}#${hash}`);
