import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { historyAreas } from '../../base/history/areas.ts';
import { paths } from '../../base/paths.ts';
import { readTargetPageSearch } from '../../features/targets/detail/page-search.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { later } from '../later.ts';
import { openPage } from '../open-page.ts';
import { frameRoute } from './frame.tsx';

const page = {
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.nav.provisioning', flags: { adminHeader: true } },
} as const;

const opening = {
  permission: 'tenant:write',
  areas: ['targets', 'webhooks', 'provisioning', 'transfer', 'logs', ...historyAreas],
} as const;

const queries = () => import('../../features/targets/queries.ts');

const listRoute = createRoute({
  ...page,
  path: paths.provisioningTargets,
  loader: openPage({
    ...opening,
    start: later(queries, ({ startTargetList }, queryClient) => startTargetList(queryClient)),
  }),
  component: lazyRouteComponent(() => import('../../features/targets/list/TargetList.tsx'), 'TargetList'),
});

const targetRoute = createRoute({
  ...page,
  path: '/portal/provisioning-targets/$uuid',
  validateSearch: readTargetPageSearch,
  loader: ({ params, ...rest }) =>
    openPage({
      ...opening,
      start: later(queries, ({ startTargetPage }, queryClient) => startTargetPage(queryClient, params.uuid)),
    })(rest),
  component: lazyRouteComponent(() => import('../../features/targets/detail/TargetPage.tsx'), 'TargetPage'),
});

/** The apps to which users are provided. */
export const targetRoutes = [listRoute, targetRoute] as const;
