import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readAppPageSearch } from '../../features/oauth-apps/detail/page-search.ts';
import { appListAddress } from '../../features/oauth-apps/list/list-search.ts';
import { historyAreas } from '../../base/history/areas.ts';
import { paths } from '../../base/paths.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { later } from '../later.ts';
import { openPage } from '../open-page.ts';
import { frameRoute } from './frame.tsx';

const queries = () => import('../../features/oauth-apps/queries.ts');

const page = {
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.nav.oauthApps', flags: { adminHeader: true } },
} as const;

const listRoute = createRoute({
  ...page,
  path: paths.oauthApps,
  validateSearch: appListAddress.read,
  // Fields are called as in the log of their changes.
  loader: openPage({
    permission: 'clients:write',
    areas: ['oauthApps', 'logs'],
    start: later(queries, ({ startAppList }, queryClient) => startAppList(queryClient)),
  }),
  component: lazyRouteComponent(() => import('../../features/oauth-apps/list/AppList.tsx'), 'AppList'),
});

const appRoute = createRoute({
  ...page,
  path: '/portal/oauth-apps/$clientId',
  validateSearch: readAppPageSearch,
  loader: ({ params, ...opening }) =>
    openPage({
      permission: 'clients:write',
      areas: ['oauthApps', 'logs', ...historyAreas],
      start: later(queries, ({ startAppPage }, queryClient) => startAppPage(queryClient, params.clientId)),
    })(opening),
  component: lazyRouteComponent(() => import('../../features/oauth-apps/detail/AppPage.tsx'), 'AppPage'),
});

/** The apps that sign users in by Portico. */
export const oauthAppRoutes = [listRoute, appRoute] as const;
