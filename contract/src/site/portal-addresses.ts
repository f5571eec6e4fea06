import { devicePages, userPages } from './reserved-ids.ts';

/** Pages of the portal outside /portal/ (spec section 2). */
export const besidePortal = ['/setupnavi.html', '/back-to-navi.html'] as const;

/**
 * Addresses of the portal's pages below /portal/ and of its guides (`$x` matches one segment), so that the server can
 * answer others with 404. `web/src/shell/router.test.ts` compares them with the portal's routes.
 */
export const portalAddresses = [
  '/portal/top.html',
  '/portal/certificates',
  '/portal/default-tenant.html',
  '/portal/admin-menu.html',
  '/portal/account',
  '/portal/account/basic_settings',
  '/portal/account/change_password',
  '/portal/account/external_service_login_coordination',
  '/portal/account/device_login_settings',
  '/portal/account/mfa_settings',
  '/portal/account/group_list',
  '/portal/account/login_history',
  '/portal/account/sessions',
  '/portal/account/connected_apps',
  '/portal/jobs',
  '/portal/users',
  ...userPages.map((page) => `/portal/users/${page}` as const),
  '/portal/users/import/$importId',
  '/portal/users/$userId',
  '/portal/groups',
  '/portal/groups/new',
  '/portal/groups/$uuid',
  '/portal/tags',
  '/portal/devices',
  ...devicePages.map((page) => `/portal/devices/${page}` as const),
  '/portal/devices/$deviceId',
  '/portal/apps',
  '/portal/apps/$serviceClass',
  '/portal/licenses/$licenseId',
  '/portal/oauth-apps',
  '/portal/oauth-apps/$clientId',
  '/portal/openid-providers',
  '/portal/openid-providers/$opId',
  '/portal/email-domains',
  '/portal/email-domains/$domain',
  '/portal/provisioning',
  '/portal/provisioning/$uuid',
  '/portal/provisioning-targets',
  '/portal/provisioning-targets/$uuid',
  '/portal/management-tokens',
  '/portal/webhooks',
  '/portal/webhooks/$uuid',
  '/portal/user-permission-mgmt.html',
  '/portal/device-permission-mgmt.html',
  '/portal/registration',
  '/portal/registration/mails',
  '/portal/registration/sendings',
  '/portal/registration/texts',
  '/portal/registration/urls',
  '/portal/tenant',
  '/portal/tenant/login-log',
  '/portal/tenant/system-log',
  '/portal/tenant/log-export',
  '/portal/tenant/log-retention',
  '/portal/tenant/login-settings',
  '/portal/tenant/mfa-settings',
  '/portal/tenant/device-login-policy',
  '/portal/tenant/custom-settings',
  '/portal/tenant/password-policy',
  '/portal/tenant/password-expiration-policy',
  '/portal/tenant/account-lock-policy',
  '/portal/tenant/session-policy',
  '/portal/tenant/policy-history',
  '/portal/tenant/basic-settings',
  '/portal/tenant/header-customization',
  '/portal/tenant/policy-mails',
  '/portal/tenant/password-expiration-notice',
  '/portal/tenant/contract-list',
  '/portal/tenant/license-list',
  '/portal/tenant/cybozu-settings',
  '/portal/tenant/saml-settings',
  '/portal/tenant/saml-settings/$samlId',
  '/portal/tenant/saml-idp-settings',
  '/portal/tenant/saml-idp-settings/$samlSpId',
  '/help',
  '/help/$guide',
] as const;

/** Pages for developers, which do not exist in production mode. */
export const developmentAddresses = ['/portal/dev/widgets', '/portal/dev/frame'] as const;

const patternOf = (address: string) => address.replace(/[.]/g, '\\.').replace(/\$\w+/g, '[^/]+');
const known = (addresses: readonly string[]) => new RegExp(`^(?:${addresses.map(patternOf).join('|')})/?$`, 'i');
const inProduction = known(portalAddresses);
const inDevelopment = known([...portalAddresses, ...developmentAddresses]);

/** True if the portal has a page at a path (without query). */
export function isPortalAddress(path: string, development: boolean): boolean {
  return (development ? inDevelopment : inProduction).test(path);
}
