import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../../base/paths.ts';
import { readProviderPageSearch } from '../../features/openid-providers/detail/page-search.ts';
import { providerListAddress } from '../../features/openid-providers/list/list-search.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { later } from '../later.ts';
import { openPage } from '../open-page.ts';
import { frameRoute } from './frame.tsx';

const queries = () => import('../../features/openid-providers/queries.ts');

const page = {
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.nav.openidProviders', flags: { adminHeader: true } },
} as const;

const areas = ['openid', 'saml', 'logs', 'history'] as const;

const listRoute = createRoute({
  ...page,
  path: paths.openidProviders,
  validateSearch: providerListAddress.read,
  loader: openPage({
    permission: 'tenant:write',
    areas: [...areas],
    start: later(queries, ({ startProviderList }, queryClient) => startProviderList(queryClient)),
  }),
  component: lazyRouteComponent(() => import('../../features/openid-providers/list/ProviderList.tsx'), 'ProviderList'),
});

const providerRoute = createRoute({
  ...page,
  path: '/portal/openid-providers/$opId',
  validateSearch: readProviderPageSearch,
  loader: ({ params, ...opening }) =>
    openPage({
      permission: 'tenant:write',
      areas: [...areas],
      start: later(queries, ({ startProviderPage }, queryClient) => startProviderPage(queryClient, params.opId)),
    })(opening),
  component: lazyRouteComponent(
    () => import('../../features/openid-providers/detail/ProviderPage.tsx'),
    'ProviderPage',
  ),
});

/** The OpenID providers that users sign in with. */
export const openidProviderRoutes = [listRoute, providerRoute] as const;
