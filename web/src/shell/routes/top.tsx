import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { accountsQuery } from '../../features/my-accounts/queries.ts';
import { startTopPage } from '../../features/top/queries.ts';
import { readTopSearch } from '../../features/top/top-search.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { openPage } from '../open-page.ts';
import { paths } from '../../base/paths.ts';
import { frameRoute } from './frame.tsx';

/** The default portal top page (spec section 2). */
export const topRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: paths.top,
  staticData: { title: 'ui.nav.top', flags: { topPage: true } },
  validateSearch: readTopSearch,
  loader: openPage({ permission: 'me', areas: ['top'], start: startTopPage }),
  errorComponent: PageError,
  component: lazyRouteComponent(() => import('../../features/top/TopPage.tsx'), 'TopPage'),
});

/** Default login tenant setting (spec section 2, "Other"). */
export const defaultTenantRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: paths.defaultTenant,
  staticData: { title: 'ui.nav.defaultTenant' },
  loader: openPage({
    permission: 'me',
    areas: ['portal'],
    start: (queryClient) => void queryClient.prefetchQuery(accountsQuery),
  }),
  errorComponent: PageError,
  component: lazyRouteComponent(() => import('../../features/my-accounts/DefaultTenantPage.tsx'), 'DefaultTenantPage'),
});
