import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { guideListQuery } from '../../base/guides/guide-queries.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { openPage } from '../open-page.ts';
import { paths } from '../../base/paths.ts';
import { frameRoute } from './frame.tsx';

const page = {
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.guides.title' },
} as const;

const listRoute = createRoute({
  ...page,
  path: paths.help,
  loader: openPage({
    permission: 'me',
    areas: [],
    start: (queryClient) => void queryClient.prefetchQuery(guideListQuery),
  }),
  component: lazyRouteComponent(() => import('../../features/help/GuideList.tsx'), 'GuideList'),
});

const guideRoute = createRoute({
  ...page,
  path: '/help/$guide',
  loader: openPage({ permission: 'me', areas: [] }),
  component: lazyRouteComponent(() => import('../../features/help/GuidePage.tsx'), 'GuidePage'),
});

/** The guides that ship with Portico. */
export const helpRoutes = [listRoute, guideRoute] as const;
