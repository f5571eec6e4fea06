import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { historyAreas } from '../../base/history/areas.ts';
import { paths } from '../../base/paths.ts';
import { readSourcePageSearch } from '../../features/provisioning/detail/page-search.ts';
import { tokenListAddress } from '../../features/provisioning/tokens/list-search.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { later } from '../later.ts';
import { openPage } from '../open-page.ts';
import { frameRoute } from './frame.tsx';

const page = {
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.nav.provisioning', flags: { adminHeader: true } },
} as const;

const opening = { permission: 'tenant:write', areas: ['provisioning', 'users', 'logs', ...historyAreas] } as const;

const queries = () => import('../../features/provisioning/queries.ts');

const listRoute = createRoute({
  ...page,
  path: paths.provisioning,
  loader: openPage({
    ...opening,
    start: later(queries, ({ startSourceList }, queryClient) => startSourceList(queryClient)),
  }),
  component: lazyRouteComponent(() => import('../../features/provisioning/list/SourceList.tsx'), 'SourceList'),
});

const sourceRoute = createRoute({
  ...page,
  path: '/portal/provisioning/$uuid',
  validateSearch: readSourcePageSearch,
  loader: ({ params, ...rest }) =>
    openPage({
      ...opening,
      areas: [...opening.areas, 'transfer'],
      start: later(queries, ({ startSourcePage }, queryClient) => startSourcePage(queryClient, params.uuid)),
    })(rest),
  component: lazyRouteComponent(() => import('../../features/provisioning/detail/SourcePage.tsx'), 'SourcePage'),
});

const tokensRoute = createRoute({
  ...page,
  path: paths.managementTokens,
  validateSearch: tokenListAddress.read,
  loader: openPage({
    ...opening,
    start: later(queries, ({ startTokenList }, queryClient) => startTokenList(queryClient)),
  }),
  component: lazyRouteComponent(() => import('../../features/provisioning/tokens/TokenList.tsx'), 'TokenList'),
});

/** The directories that provide users, and the tokens they use. */
export const provisioningRoutes = [listRoute, sourceRoute, tokensRoute] as const;
