import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readLicensePageSearch } from '../../features/licenses/one/page-search.ts';
import { startLicensePage } from '../../features/licenses/one/queries.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { openPage } from '../open-page.ts';
import { frameRoute } from './frame.tsx';

/** The page of one licence; the list is a section of "Tenant Info" (spec section 2). */
export const licenseRoute = createRoute({
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'licenses.one', flags: { adminHeader: true } },
  path: '/portal/licenses/$licenseId',
  validateSearch: readLicensePageSearch,
  loader: ({ params, ...opening }) =>
    openPage({
      permission: 'licenses:read',
      areas: ['licenses', 'reasons'],
      start: (queryClient) => startLicensePage(queryClient, params.licenseId),
    })(opening),
  component: lazyRouteComponent(() => import('../../features/licenses/one/LicensePage.tsx'), 'LicensePage'),
});
