import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../../base/paths.ts';
import { domainListAddress } from '../../features/email-domains/list-search.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { later } from '../later.ts';
import { openPage } from '../open-page.ts';
import { frameRoute } from './frame.tsx';

const queries = () => import('../../features/email-domains/queries.ts');

const page = {
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.nav.emailDomains', flags: { adminHeader: true } },
} as const;

const areas = ['domains', 'logs', 'history'] as const;

const listRoute = createRoute({
  ...page,
  path: paths.emailDomains,
  validateSearch: domainListAddress.read,
  loader: openPage({
    permission: 'tenant:write',
    areas: [...areas],
    start: later(queries, ({ startDomainList }, queryClient) => startDomainList(queryClient)),
  }),
  component: lazyRouteComponent(() => import('../../features/email-domains/DomainList.tsx'), 'DomainList'),
});

const domainRoute = createRoute({
  ...page,
  path: '/portal/email-domains/$domain',
  loader: ({ params, ...opening }) =>
    openPage({
      permission: 'tenant:write',
      areas: [...areas],
      start: later(queries, ({ startDomainPage }, queryClient) => startDomainPage(queryClient, params.domain)),
    })(opening),
  component: lazyRouteComponent(() => import('../../features/email-domains/DomainPage.tsx'), 'DomainPage'),
});

/** The email domains that the tenant proves to be its own. */
export const emailDomainRoutes = [listRoute, domainRoute] as const;
