import type { GuideId } from '#contract/site/guides.ts';
import type { SignInPages } from '../session/pages.ts';
import type { TenantSection } from './tenant-sections.ts';

/** Every link of the web, in one table. Static names are those of spec section 2, the rest of decisions.md "Addresses". */
export const paths = {
  login: '/login.html',
  error: '/error.html',
  top: '/portal/top.html',
  logout: '/logout.html',
  resetPasswordRequest: '/portal/reset-password-request.html',
  notFound: '/404.html',
  mfaAuthenticatorSetting: '/mfa-authenticator-setting.html',
  skipMfa: '/skip-mfa.html',
  defaultTenant: '/portal/default-tenant.html',
  adminMenu: '/portal/admin-menu.html',
  setupNavi: '/setupnavi.html',
  /** Leads back to the navigation page that an `iconId` names (spec section 2). */
  backToNavi: '/back-to-navi.html',
  account: (section: AccountSection) => `/portal/account/${section}` as const,
  users: '/portal/users',
  newUser: '/portal/users/new',
  userItemNames: '/portal/users/item-names',
  userImports: '/portal/users/import',
  userImport: (importId: string) => `/portal/users/import/${importId}` as const,
  userExport: '/portal/users/export',
  registration: (section: RegistrationSection) => `/portal/registration/${section}` as const,
  userBulks: '/portal/users/bulk',
  jobs: '/portal/jobs',
  deletedUsers: '/portal/users/deleted',
  groups: '/portal/groups',
  newGroup: '/portal/groups/new',
  tags: '/portal/tags',
  devices: '/portal/devices',
  deviceExport: '/portal/devices/export',
  /**
   * The sign-ins of one user are `login-log?user=<user ID>&period=days35`, the history of a page of settings
   * `system-log?setting=<section>&period=days35`, what one call or import changed `system-log?request=<request ID>`.
   */
  tenant: (section: TenantSection) => `/portal/tenant/${section}` as const,
  apps: '/portal/apps',
  oauthApps: '/portal/oauth-apps',
  openidProviders: '/portal/openid-providers',
  emailDomains: '/portal/email-domains',
  certificates: '/portal/certificates',
  provisioning: '/portal/provisioning',
  provisioningTargets: '/portal/provisioning-targets',
  managementTokens: '/portal/management-tokens',
  webhooks: '/portal/webhooks',
  userPermissions: '/portal/user-permission-mgmt.html',
  devicePermissions: '/portal/device-permission-mgmt.html',
  authorization: '/portal/authorization',
  help: '/help',
  guide: (guide: GuideId) => `/help/${guide}` as const,
  devWidgets: '/portal/dev/widgets',
  devFrame: '/portal/dev/frame',
} as const satisfies SignInPages & Record<string, unknown>;

/** The sections of "My Account Settings" (spec section 2) and what it does not name. */
export type AccountSection =
  | 'basic_settings'
  | 'change_password'
  | 'external_service_login_coordination'
  | 'device_login_settings'
  | 'mfa_settings'
  | 'group_list'
  | 'login_history'
  | 'sessions'
  | 'connected_apps';

/** What User Management has about registering (spec section 2): mails, sendings to many, URLs, mail texts. */
export type RegistrationSection = 'mails' | 'sendings' | 'urls' | 'texts';
