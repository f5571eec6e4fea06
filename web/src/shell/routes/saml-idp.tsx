import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { historyAreas } from '../../base/history/areas.ts';
import { readSpPageSearch } from '../../features/saml-idp/detail/page-search.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { later } from '../later.ts';
import { openPage } from '../open-page.ts';
import { frameRoute } from './frame.tsx';

const queries = () => import('../../features/saml-idp/queries.ts');

const spRoute = createRoute({
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.tenant.saml-idp-settings', flags: { adminHeader: true } },
  path: '/portal/tenant/saml-idp-settings/$samlSpId',
  validateSearch: readSpPageSearch,
  loader: ({ params, ...opening }) =>
    openPage({
      permission: 'clients:write',
      // The tenant's own items are called as at users.
      areas: ['samlIdp', 'saml', 'logs', 'users', ...historyAreas],
      start: later(queries, ({ startSpPage }, queryClient) => startSpPage(queryClient, params.samlSpId)),
    })(opening),
  component: lazyRouteComponent(() => import('../../features/saml-idp/detail/SpPage.tsx'), 'SpPage'),
});

/** The apps that sign users in by SAML; their list is a section of "Tenant Info" (tenant.tsx). */
export const samlIdpRoutes = [spRoute] as const;
