import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { historyAreas } from '../../base/history/areas.ts';
import { readConnectionPageSearch } from '../../features/saml-connections/detail/page-search.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { later } from '../later.ts';
import { openPage } from '../open-page.ts';
import { frameRoute } from './frame.tsx';

const queries = () => import('../../features/saml-connections/queries.ts');

const connectionRoute = createRoute({
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.tenant.saml-settings', flags: { adminHeader: true } },
  path: '/portal/tenant/saml-settings/$samlId',
  validateSearch: readConnectionPageSearch,
  loader: ({ params, ...opening }) =>
    openPage({
      permission: 'tenant:write',
      // What all identity providers have is said in the words of the OpenID providers' page.
      areas: ['samlConnections', 'samlFailures', 'openid', 'saml', 'logs', ...historyAreas],
      start: later(queries, ({ startConnectionPage }, queryClient) => startConnectionPage(queryClient, params.samlId)),
    })(opening),
  component: lazyRouteComponent(
    () => import('../../features/saml-connections/detail/ConnectionPage.tsx'),
    'ConnectionPage',
  ),
});

/** The identity providers that sign users in by SAML; their list is a section of "Tenant Info" (tenant.tsx). */
export const samlConnectionRoutes = [connectionRoute] as const;
