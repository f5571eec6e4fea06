import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { idOfAddress } from '../../base/thing-address.ts';
import { deletedAddress } from '../../features/users/deleted/page-search.ts';
import { readUserPageSearch } from '../../features/users/detail/page-search.ts';
import { importAddress, importsAddress } from '../../features/users/import/one/page-search.ts';
import * as imports from '../../features/users/import/queries.ts';
import { userAddress } from '../../features/users/list/list-search.ts';
import * as queries from '../../features/users/queries.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { openPage } from '../open-page.ts';
import { historyAreas } from '../../base/history/areas.ts';
import { paths } from '../../base/paths.ts';
import { frameRoute } from './frame.tsx';

const areas = ['users'] as const;
const transferAreas = ['users', 'transfer', 'history'] as const;
const page = {
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.nav.users', flags: { adminHeader: true } },
} as const;

const listRoute = createRoute({
  ...page,
  path: paths.users,
  validateSearch: userAddress.read,
  loaderDeps: ({ search }) => search,
  loader: openPage<ReturnType<typeof userAddress.read>>({
    permission: 'users:read',
    areas,
    start: queries.startUserList,
  }),
  component: lazyRouteComponent(() => import('../../features/users/list/UserList.tsx'), 'UserList'),
});

const newRoute = createRoute({
  ...page,
  path: paths.newUser,
  loader: openPage({
    permission: 'users:write',
    areas,
    start: (queryClient) => void queryClient.prefetchQuery(queries.passwordPolicyQuery),
  }),
  component: lazyRouteComponent(() => import('../../features/users/new/NewUser.tsx'), 'NewUser'),
});

const itemNamesRoute = createRoute({
  ...page,
  path: paths.userItemNames,
  // One of the tenant's custom settings too (spec section 2): there it stands.
  beforeLoad: () => {
    throw redirect({ to: paths.tenant('custom-settings'), replace: true });
  },
});

const importsRoute = createRoute({
  ...page,
  path: paths.userImports,
  validateSearch: importsAddress.read,
  loader: openPage({ permission: 'users:read', areas: transferAreas, start: imports.startImports }),
  component: lazyRouteComponent(() => import('../../features/users/import/start/ImportStart.tsx'), 'ImportStart'),
});

const importRoute = createRoute({
  ...page,
  path: '/portal/users/import/$importId',
  validateSearch: importAddress.read,
  loader: ({ params, ...opening }) =>
    openPage({
      permission: 'users:read',
      areas: transferAreas,
      start: (queryClient) => imports.startImport(queryClient, params.importId),
    })(opening),
  component: lazyRouteComponent(() => import('../../features/users/import/one/ImportPage.tsx'), 'ImportPage'),
});

const exportsRoute = createRoute({
  ...page,
  path: paths.userExport,
  loader: openPage({ permission: 'users:read', areas: transferAreas }),
  component: lazyRouteComponent(() => import('../../features/users/export/Exports.tsx'), 'Exports'),
});

const bulksRoute = createRoute({
  ...page,
  path: paths.userBulks,
  validateSearch: importsAddress.read,
  loader: openPage({ permission: 'users:read', areas }),
  component: lazyRouteComponent(() => import('../../features/users/bulks/Bulks.tsx'), 'Bulks'),
});

const deletedRoute = createRoute({
  ...page,
  path: paths.deletedUsers,
  validateSearch: deletedAddress.read,
  loader: openPage({ permission: 'users:read', areas }),
  component: lazyRouteComponent(() => import('../../features/users/deleted/DeletedUsers.tsx'), 'DeletedUsers'),
});

const userRoute = createRoute({
  ...page,
  path: '/portal/users/$userId',
  validateSearch: readUserPageSearch,
  loader: ({ params, ...opening }) =>
    openPage({
      permission: 'users:read',
      areas: ['users', ...historyAreas, 'reasons', 'apps', 'device', 'account'],
      start: (queryClient) => queries.startUserPage(queryClient, idOfAddress(params.userId)),
    })(opening),
  component: lazyRouteComponent(() => import('../../features/users/detail/UserPage.tsx'), 'UserPage'),
});

/** User management (spec section 2). */
export const userRoutes = [
  listRoute,
  newRoute,
  itemNamesRoute,
  importsRoute,
  importRoute,
  exportsRoute,
  bulksRoute,
  deletedRoute,
  userRoute,
] as const;
