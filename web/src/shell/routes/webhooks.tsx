import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { historyAreas } from '../../base/history/areas.ts';
import { paths } from '../../base/paths.ts';
import { readWebhookPageSearch } from '../../features/webhooks/detail/page-search.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { later } from '../later.ts';
import { openPage } from '../open-page.ts';
import { frameRoute } from './frame.tsx';

const page = {
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.nav.webhooks', flags: { adminHeader: true } },
} as const;

const opening = { permission: 'tenant:write', areas: ['webhooks', 'logs', ...historyAreas] } as const;

const queries = () => import('../../features/webhooks/queries.ts');

const listRoute = createRoute({
  ...page,
  path: paths.webhooks,
  loader: openPage({
    ...opening,
    start: later(queries, ({ startWebhookList }, queryClient) => startWebhookList(queryClient)),
  }),
  component: lazyRouteComponent(() => import('../../features/webhooks/list/WebhookList.tsx'), 'WebhookList'),
});

const webhookRoute = createRoute({
  ...page,
  path: '/portal/webhooks/$uuid',
  validateSearch: readWebhookPageSearch,
  loader: ({ params, ...rest }) =>
    openPage({
      ...opening,
      start: later(queries, ({ startWebhookPage }, queryClient) => startWebhookPage(queryClient, params.uuid)),
    })(rest),
  component: lazyRouteComponent(() => import('../../features/webhooks/detail/WebhookPage.tsx'), 'WebhookPage'),
});

/** The receivers of events. */
export const webhookRoutes = [listRoute, webhookRoute] as const;
