import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readAppSearch } from '../../features/licenses/apps/apps.ts';
import { startApps } from '../../features/licenses/apps/queries.ts';
import { readLicensePageSearch } from '../../features/licenses/one/page-search.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { later } from '../later.ts';
import { openPage } from '../open-page.ts';
import { frameRoute } from './frame.tsx';

/** The apps the organization has licenses of. */
const appsRoute = createRoute({
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.nav.permissions', flags: { adminHeader: true } },
  path: '/portal/apps',
  loader: openPage({ permission: 'licenses:read', areas: ['licenses'], start: startApps }),
  component: lazyRouteComponent(() => import('../../features/licenses/apps/AppList.tsx'), 'AppList'),
});

const appRoute = createRoute({
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.nav.permissions', flags: { adminHeader: true } },
  path: '/portal/apps/$serviceClass',
  validateSearch: readAppSearch,
  loader: openPage({ permission: 'licenses:read', areas: ['licenses'], start: startApps }),
  component: lazyRouteComponent(() => import('../../features/licenses/apps/AppPage.tsx'), 'AppPage'),
});

/** The page of one licence; the list is a section of "Tenant Info" (spec section 2). */
const licenseRoute = createRoute({
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'licenses.one', flags: { adminHeader: true } },
  path: '/portal/licenses/$licenseId',
  validateSearch: readLicensePageSearch,
  loader: ({ params, ...opening }) =>
    openPage({
      permission: 'licenses:read',
      areas: ['licenses', 'reasons'],
      start: later(
        () => import('../../features/licenses/one/queries.ts'),
        ({ startLicensePage }, queryClient) => startLicensePage(queryClient, params.licenseId),
      ),
    })(opening),
  component: lazyRouteComponent(() => import('../../features/licenses/one/LicensePage.tsx'), 'LicensePage'),
});

/** Apps and licenses. */
export const licenseRoutes = [appsRoute, appRoute, licenseRoute] as const;
