import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { startScreen } from '../../features/permissions/queries.ts';
import { type PermissionSearch, readSearch } from '../../features/permissions/search.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { openPage } from '../open-page.ts';
import { paths } from '../../base/paths.ts';
import { frameRoute } from './frame.tsx';

const page = {
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.nav.permissions', flags: { adminHeader: true } },
} as const;

const opening = { permission: 'licenses:read', areas: ['permissions'] } as const;

const usersRoute = createRoute({
  ...page,
  path: paths.userPermissions,
  validateSearch: (search): PermissionSearch => readSearch('user', search),
  loaderDeps: ({ search }) => search,
  loader: openPage<PermissionSearch>({ ...opening, start: startScreen('user') }),
  component: lazyRouteComponent(() => import('../../features/permissions/UserPermissions.tsx'), 'UserPermissions'),
});

const devicesRoute = createRoute({
  ...page,
  path: paths.devicePermissions,
  validateSearch: (search): PermissionSearch => readSearch('device', search),
  loaderDeps: ({ search }) => search,
  loader: openPage<PermissionSearch>({ ...opening, start: startScreen('device') }),
  component: lazyRouteComponent(() => import('../../features/permissions/DevicePermissions.tsx'), 'DevicePermissions'),
});

/** The application usage permission screens (spec section 2). */
export const permissionRoutes = [usersRoute, devicesRoute] as const;
