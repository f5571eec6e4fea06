import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import * as queries from '../../features/account/queries.ts';
import { groupAddress, historyAddress } from '../../features/account/list-search.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { openPage } from '../open-page.ts';
import { frameRoute } from './frame.tsx';

const areas = ['account'] as const;

export const accountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/portal/account',
  errorComponent: PageError,
  component: lazyRouteComponent(() => import('../../features/account/AccountPage.tsx'), 'AccountPage'),
});

const inAccount = { getParentRoute: () => accountRoute, errorComponent: PageError } as const;

const indexRoute = createRoute({
  ...inAccount,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/portal/account/basic_settings', replace: true });
  },
});

const basicSettingsRoute = createRoute({
  ...inAccount,
  path: 'basic_settings',
  staticData: { title: 'ui.account.basic_settings' },
  validateSearch: (search): { saved?: true } => (search.saved === true ? { saved: true } : {}),
  loader: openPage({ permission: 'me', areas }),
  component: lazyRouteComponent(
    () => import('../../features/account/basic-settings/BasicSettings.tsx'),
    'BasicSettings',
  ),
});

const changePasswordRoute = createRoute({
  ...inAccount,
  path: 'change_password',
  staticData: { title: 'ui.account.change_password' },
  loader: openPage({
    permission: 'me',
    areas,
    start: (queryClient) => void queryClient.prefetchQuery(queries.passwordPolicyQuery),
  }),
  component: lazyRouteComponent(
    () => import('../../features/account/change-password/ChangePassword.tsx'),
    'ChangePassword',
  ),
});

const externalServicesRoute = createRoute({
  ...inAccount,
  path: 'external_service_login_coordination',
  staticData: { title: 'ui.account.external_service_login_coordination' },
  loader: openPage({
    permission: 'me',
    toggle: 'externalServiceConnection',
    areas,
    start: (queryClient) => void queryClient.prefetchQuery(queries.externalAccountsQuery),
  }),
  component: lazyRouteComponent(
    () => import('../../features/account/external-accounts/ExternalAccounts.tsx'),
    'ExternalAccounts',
  ),
});

const deviceLoginRoute = createRoute({
  ...inAccount,
  path: 'device_login_settings',
  staticData: { title: 'ui.account.device_login_settings' },
  loader: openPage({
    permission: 'me',
    toggle: 'deviceLoginSettings',
    areas,
    start: (queryClient) => {
      void queryClient.prefetchQuery(queries.userCodeQuery);
      void queryClient.prefetchQuery(queries.cardsQuery);
    },
  }),
  component: lazyRouteComponent(
    () => import('../../features/account/device-login/DeviceLoginSettings.tsx'),
    'DeviceLoginSettings',
  ),
});

const mfaSettingsRoute = createRoute({
  ...inAccount,
  path: 'mfa_settings',
  staticData: { title: 'ui.account.mfa_settings' },
  loader: openPage({
    permission: 'me',
    areas,
    start: (queryClient) => void queryClient.prefetchQuery(queries.recoveryCodesQuery),
  }),
  component: lazyRouteComponent(() => import('../../features/account/second-factor/MfaSettings.tsx'), 'MfaSettings'),
});

const groupListRoute = createRoute({
  ...inAccount,
  path: 'group_list',
  staticData: { title: 'ui.account.group_list' },
  validateSearch: groupAddress.read,
  loaderDeps: ({ search }) => search,
  loader: openPage<ReturnType<typeof groupAddress.read>>({
    permission: 'me',
    areas,
    start: (queryClient, search) => void queryClient.prefetchQuery(queries.groupsQuery(search)),
  }),
  component: lazyRouteComponent(() => import('../../features/account/groups/GroupList.tsx'), 'GroupList'),
});

const loginHistoryRoute = createRoute({
  ...inAccount,
  path: 'login_history',
  staticData: { title: 'ui.account.login_history' },
  validateSearch: historyAddress.read,
  loader: openPage({ permission: 'me', areas }),
  component: lazyRouteComponent(() => import('../../features/account/login-history/LoginHistory.tsx'), 'LoginHistory'),
});

const sessionsRoute = createRoute({
  ...inAccount,
  path: 'sessions',
  staticData: { title: 'ui.account.sessions' },
  loader: openPage({
    permission: 'me',
    areas,
    start: (queryClient) => void queryClient.prefetchQuery(queries.sessionsQuery),
  }),
  component: lazyRouteComponent(() => import('../../features/account/sessions/Sessions.tsx'), 'Sessions'),
});

const connectedAppsRoute = createRoute({
  ...inAccount,
  path: 'connected_apps',
  staticData: { title: 'ui.account.connected_apps' },
  loader: openPage({
    permission: 'me',
    areas: ['apps', 'device'],
    start: (queryClient) => {
      void queryClient.prefetchQuery(queries.connectedAppsQuery);
      void queryClient.prefetchQuery(queries.appRequestsQuery);
    },
  }),
  component: lazyRouteComponent(
    () => import('../../features/account/connected-apps/MyConnectedApps.tsx'),
    'MyConnectedApps',
  ),
});

/** My account (spec section 2). */
export const accountRoutes = accountRoute.addChildren([
  indexRoute,
  basicSettingsRoute,
  changePasswordRoute,
  externalServicesRoute,
  deviceLoginRoute,
  mfaSettingsRoute,
  groupListRoute,
  loginHistoryRoute,
  sessionsRoute,
  connectedAppsRoute,
]);
