import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readIconId, SITE_SETUP_ICON } from '#contract/site/navigation-icons.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { later } from '../later.ts';
import { openPage } from '../open-page.ts';
import { paths } from '../../base/paths.ts';
import { frameRoute } from './frame.tsx';

type Search = { iconId?: string };
const readNaviSearch = ({ iconId }: Record<string, unknown>): Search => {
  const read = readIconId(iconId);
  return read ? { iconId: read } : {};
};

/** The page of a service's navigation is its guide on the top page; what is not named is the setup of the site. */
const leadOn = (iconId: string | undefined) => {
  if (iconId && iconId !== SITE_SETUP_ICON) throw redirect({ to: paths.top, search: { iconId }, replace: true });
};

/** Site setup navigation (spec section 2). */
const setupNaviRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: paths.setupNavi,
  staticData: { title: 'ui.nav.setupNavi', flags: { adminHeader: true } },
  validateSearch: readNaviSearch,
  beforeLoad: ({ search }) => leadOn(search.iconId),
  loader: openPage({
    permission: 'tenant:read',
    areas: ['setup'],
    start: later(
      () => import('../../features/setup/queries.ts'),
      ({ startSetup }, queryClient) => startSetup(queryClient),
    ),
  }),
  errorComponent: PageError,
  component: lazyRouteComponent(() => import('../../features/setup/SetupNavi.tsx'), 'SetupNavi'),
});

/** The back link of a page that a navigation page led to. */
const backToNaviRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: paths.backToNavi,
  validateSearch: readNaviSearch,
  beforeLoad: ({ search }) => {
    leadOn(search.iconId);
    throw redirect({ to: paths.setupNavi, replace: true });
  },
});

/** Everything there is for administrators: where administrators' pages lead back to. */
const adminMenuRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: paths.adminMenu,
  staticData: { title: 'ui.administration', flags: { adminHeader: true } },
  loader: openPage({ permission: 'tenant:read', areas: ['setup'] }),
  errorComponent: PageError,
  component: lazyRouteComponent(() => import('../../features/setup/AdminMenu.tsx'), 'AdminMenu'),
});

export const naviRoutes = [setupNaviRoute, backToNaviRoute, adminMenuRoute] as const;
