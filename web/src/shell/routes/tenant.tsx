import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import * as licenseSearch from '../../features/licenses/list-search.ts';
import { startContractList } from '../../features/licenses/queries.ts';
import { versionAddress } from '../../features/tenant/history/version-search.ts';
import { customThemeQuery } from '../../features/tenant/branding/queries.ts';
import { policyMailAddress } from '../../features/tenant/history/mail-search.ts';
import { mailTextsQuery } from '../../base/mail-texts/query.ts';
import { readTextLocale } from '../../base/mail-texts/text-locale.ts';
import { logAreas, systemLogAreas } from '../../features/logs/log-areas.ts';
import { type LogSearch, readLogSearch } from '../../features/logs/log-search.ts';
import { startLog } from '../../features/logs/queries.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { later } from '../later.ts';
import { openPage } from '../open-page.ts';
import { paths } from '../../base/paths.ts';
import { tenantSections } from '../../base/tenant-sections.ts';
import { startTenantSettings } from '../../base/tenant-settings.ts';
import { frameRoute } from './frame.tsx';

const flags = { adminHeader: true } as const;

const tenantRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/portal/tenant',
  errorComponent: PageError,
  component: lazyRouteComponent(() => import('../layout/SectionPage.tsx'), 'SectionPage'),
});

const inside = { getParentRoute: () => tenantRoute, errorComponent: PageError } as const;

const indexRoute = createRoute({
  ...inside,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.tenant(tenantSections[0]), replace: true });
  },
});

/** The loader of a page of policies, with the texts and the tenant's settings. */
const policies = openPage({
  permission: 'tenant:read',
  areas: ['policy', 'loginPolicy', 'history'],
  start: startTenantSettings,
});

const loginSettingsRoute = createRoute({
  ...inside,
  path: 'login-settings',
  staticData: { title: 'ui.tenant.login-settings', flags },
  loader: policies,
  component: lazyRouteComponent(
    () => import('../../features/tenant/login-settings/LoginSettings.tsx'),
    'LoginSettings',
  ),
});

const mfaSettingsRoute = createRoute({
  ...inside,
  path: 'mfa-settings',
  staticData: { title: 'ui.tenant.mfa-settings', flags },
  loader: policies,
  component: lazyRouteComponent(() => import('../../features/tenant/mfa-settings/MfaSettings.tsx'), 'MfaSettings'),
});

const deviceLoginPolicyRoute = createRoute({
  ...inside,
  path: 'device-login-policy',
  staticData: { title: 'ui.tenant.device-login-policy', flags },
  loader: policies,
  component: lazyRouteComponent(
    () => import('../../features/tenant/device-login-policy/DeviceLoginPolicy.tsx'),
    'DeviceLoginPolicy',
  ),
});

const customSettingsRoute = createRoute({
  ...inside,
  path: 'custom-settings',
  staticData: { title: 'ui.tenant.custom-settings', flags },
  loader: openPage({ permission: 'tenant:read', areas: ['users', 'tenant'], start: startTenantSettings }),
  component: lazyRouteComponent(() => import('../../features/users/item-names/ItemNames.tsx'), 'ItemNames'),
});

const passwordPolicyRoute = createRoute({
  ...inside,
  path: 'password-policy',
  staticData: { title: 'ui.tenant.password-policy', flags },
  loader: policies,
  component: lazyRouteComponent(
    () => import('../../features/tenant/password-policy/PasswordPolicy.tsx'),
    'PasswordPolicy',
  ),
});

const passwordExpirationRoute = createRoute({
  ...inside,
  path: 'password-expiration-policy',
  staticData: { title: 'ui.tenant.password-expiration-policy', flags },
  loader: policies,
  component: lazyRouteComponent(
    () => import('../../features/tenant/password-expiration/PasswordExpirationPolicy.tsx'),
    'PasswordExpirationPolicy',
  ),
});

const accountLockRoute = createRoute({
  ...inside,
  path: 'account-lock-policy',
  staticData: { title: 'ui.tenant.account-lock-policy', flags },
  loader: policies,
  component: lazyRouteComponent(
    () => import('../../features/tenant/account-lock/AccountLockPolicy.tsx'),
    'AccountLockPolicy',
  ),
});

const sessionPolicyRoute = createRoute({
  ...inside,
  path: 'session-policy',
  staticData: { title: 'ui.tenant.session-policy', flags },
  loader: policies,
  component: lazyRouteComponent(() => import('../../features/tenant/session/SessionPolicy.tsx'), 'SessionPolicy'),
});

const policyHistoryRoute = createRoute({
  ...inside,
  path: 'policy-history',
  staticData: { title: 'ui.tenant.policy-history', flags },
  validateSearch: versionAddress.read,
  loader: openPage({ permission: 'tenant:read', areas: ['policy', 'loginPolicy', 'history'] }),
  component: lazyRouteComponent(() => import('../../features/tenant/history/PolicyHistory.tsx'), 'PolicyHistory'),
});

const basicSettingsRoute = createRoute({
  ...inside,
  path: 'basic-settings',
  staticData: { title: 'ui.tenant.basic-settings', flags },
  loader: openPage({ permission: 'tenant:read', areas: ['tenant'], start: startTenantSettings }),
  component: lazyRouteComponent(
    () => import('../../features/tenant/basic-settings/BasicSettings.tsx'),
    'BasicSettings',
  ),
});

const headerCustomizationRoute = createRoute({
  ...inside,
  path: 'header-customization',
  staticData: { title: 'ui.tenant.header-customization', flags },
  loader: openPage({
    permission: 'tenant:read',
    // The preview says what the sign-in page says.
    areas: ['tenant', 'login'],
    start: (queryClient) => void queryClient.prefetchQuery(customThemeQuery),
  }),
  component: lazyRouteComponent(() => import('./BrandingPage.tsx'), 'BrandingPage'),
});

const policyMailsRoute = createRoute({
  ...inside,
  path: 'policy-mails',
  staticData: { title: 'ui.tenant.policy-mails', flags },
  validateSearch: policyMailAddress.read,
  loader: openPage({ permission: 'tenant:read', areas: ['policy', 'history'] }),
  component: lazyRouteComponent(() => import('../../features/tenant/history/PolicyMails.tsx'), 'PolicyMails'),
});

const expirationNoticeRoute = createRoute({
  ...inside,
  path: 'password-expiration-notice',
  staticData: { title: 'ui.tenant.password-expiration-notice', flags },
  validateSearch: readTextLocale,
  loaderDeps: ({ search }) => search,
  loader: openPage<ReturnType<typeof readTextLocale>>({
    permission: 'tenant:write',
    areas: ['policy', 'onboarding'],
    start: (queryClient, { locale }) => void queryClient.prefetchQuery(mailTextsQuery(locale)),
  }),
  component: lazyRouteComponent(
    () => import('../../features/tenant/password-expiration/ExpirationNotice.tsx'),
    'ExpirationNotice',
  ),
});

const loginLogRoute = createRoute({
  ...inside,
  path: 'login-log',
  staticData: { title: 'ui.tenant.login-log', flags },
  validateSearch: readLogSearch,
  loaderDeps: ({ search }) => search,
  loader: openPage<LogSearch>({ permission: 'logs:read', areas: logAreas, start: startLog('login') }),
  component: lazyRouteComponent(() => import('../../features/logs/pages.tsx'), 'LoginLog'),
});

const systemLogRoute = createRoute({
  ...inside,
  path: 'system-log',
  staticData: { title: 'ui.tenant.system-log', flags },
  validateSearch: readLogSearch,
  loaderDeps: ({ search }) => search,
  loader: openPage<LogSearch>({
    permission: 'logs:read',
    // Of what has a history of its own, the fields are called what they are called there.
    areas: systemLogAreas,
    start: startLog('systemOperation'),
  }),
  component: lazyRouteComponent(() => import('../../features/logs/pages.tsx'), 'SystemLog'),
});

const logExportRoute = createRoute({
  ...inside,
  path: 'log-export',
  staticData: { title: 'ui.tenant.log-export', flags },
  loader: openPage({ permission: 'logs:read', areas: ['logs', 'account', 'transfer'] }),
  component: lazyRouteComponent(() => import('../../features/logs/export/LogExports.tsx'), 'LogExports'),
});

const logRetentionRoute = createRoute({
  ...inside,
  path: 'log-retention',
  staticData: { title: 'ui.tenant.log-retention', flags },
  loader: openPage({ permission: 'logs:read', areas: ['logs'] }),
  component: lazyRouteComponent(() => import('../../features/logs/retention/Retention.tsx'), 'Retention'),
});

const contractListRoute = createRoute({
  ...inside,
  path: 'contract-list',
  staticData: { title: 'ui.tenant.contract-list', flags },
  validateSearch: licenseSearch.pageAddress.read,
  loaderDeps: ({ search }) => search,
  loader: openPage<licenseSearch.PageSearch>({
    permission: 'licenses:read',
    areas: ['licenses', 'tenant'],
    start: (queryClient, search) => startContractList(queryClient, licenseSearch.contractQuery(search)),
  }),
  component: lazyRouteComponent(() => import('../../features/licenses/ContractList.tsx'), 'ContractList'),
});

const licenseListRoute = createRoute({
  ...inside,
  path: 'license-list',
  staticData: { title: 'ui.tenant.license-list', flags },
  validateSearch: licenseSearch.licenseAddress.read,
  loader: openPage({ permission: 'licenses:read', areas: ['licenses', 'tenant'] }),
  component: lazyRouteComponent(() => import('../../features/licenses/LicenseList.tsx'), 'LicenseList'),
});

const samlIdpRoute = createRoute({
  ...inside,
  path: 'saml-idp-settings',
  staticData: { title: 'ui.tenant.saml-idp-settings', flags },
  // Named by the spec: `samlSpEmpty` where nothing is registered to sign in to.
  validateSearch: ({ error }: Record<string, unknown>): { error?: 'samlSpEmpty' } =>
    error === 'samlSpEmpty' ? { error } : {},
  loader: openPage({
    permission: 'clients:write',
    areas: ['samlIdp', 'saml', 'logs'],
    start: later(
      () => import('../../features/saml-idp/queries.ts'),
      ({ startSamlIdp }, queryClient) => startSamlIdp(queryClient),
    ),
  }),
  component: lazyRouteComponent(() => import('../../features/saml-idp/list/SamlIdpSettings.tsx'), 'SamlIdpSettings'),
});

const samlConnectionsRoute = createRoute({
  ...inside,
  path: 'saml-settings',
  staticData: { title: 'ui.tenant.saml-settings', flags },
  loader: openPage({
    permission: 'tenant:write',
    areas: ['samlConnections', 'openid', 'saml', 'logs'],
    start: later(
      () => import('../../features/saml-connections/queries.ts'),
      ({ startConnectionList }, queryClient) => startConnectionList(queryClient),
    ),
  }),
  component: lazyRouteComponent(
    () => import('../../features/saml-connections/list/ConnectionList.tsx'),
    'ConnectionList',
  ),
});

const cybozuRoute = createRoute({
  ...inside,
  path: 'cybozu-settings',
  staticData: { title: 'ui.tenant.cybozu-settings', flags },
  loader: openPage({
    permission: 'tenant:write',
    areas: ['openid', 'saml', 'logs', 'history'],
    start: later(
      () => import('../../features/openid-providers/queries.ts'),
      ({ startProviderList }, queryClient) => startProviderList(queryClient),
    ),
  }),
  component: lazyRouteComponent(
    () => import('../../features/openid-providers/cybozu/CybozuSettings.tsx'),
    'CybozuSettings',
  ),
});

/** The sections of "Tenant Info" (spec section 2). */
export const tenantRoutes = tenantRoute.addChildren([
  indexRoute,
  loginSettingsRoute,
  mfaSettingsRoute,
  deviceLoginPolicyRoute,
  customSettingsRoute,
  passwordPolicyRoute,
  passwordExpirationRoute,
  accountLockRoute,
  sessionPolicyRoute,
  policyHistoryRoute,
  basicSettingsRoute,
  headerCustomizationRoute,
  policyMailsRoute,
  expirationNoticeRoute,
  loginLogRoute,
  systemLogRoute,
  logExportRoute,
  logRetentionRoute,
  contractListRoute,
  licenseListRoute,
  samlConnectionsRoute,
  cybozuRoute,
  samlIdpRoute,
]);
