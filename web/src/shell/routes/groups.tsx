import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { groupPageAddress } from '../../features/groups/detail/page-search.ts';
import { groupAddress } from '../../features/groups/list/list-search.ts';
import { readNewGroupSearch } from '../../features/groups/new/new-search.ts';
import * as queries from '../../features/groups/queries.ts';
import { tagAddress, tagQuery } from '../../features/groups/tags/tag-search.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { openPage } from '../open-page.ts';
import { historyAreas } from '../../base/history/areas.ts';
import { paths } from '../../base/paths.ts';
import { frameRoute } from './frame.tsx';

const page = {
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.nav.groups', flags: { adminHeader: true } },
} as const;

const listRoute = createRoute({
  ...page,
  path: paths.groups,
  validateSearch: groupAddress.read,
  loaderDeps: ({ search }) => search,
  loader: openPage<ReturnType<typeof groupAddress.read>>({
    permission: 'users:read',
    areas: ['groups'],
    start: queries.startGroupList,
  }),
  component: lazyRouteComponent(() => import('../../features/groups/list/GroupList.tsx'), 'GroupList'),
});

const newRoute = createRoute({
  ...page,
  path: paths.newGroup,
  validateSearch: readNewGroupSearch,
  loader: openPage({ permission: 'users:write', areas: ['groups'] }),
  component: lazyRouteComponent(() => import('../../features/groups/new/NewGroup.tsx'), 'NewGroup'),
});

const groupRoute = createRoute({
  ...page,
  path: '/portal/groups/$uuid',
  validateSearch: groupPageAddress.read,
  loader: ({ params, ...opening }) =>
    openPage({
      permission: 'users:read',
      areas: ['groups', ...historyAreas],
      start: (queryClient) => queries.startGroupPage(queryClient, params.uuid),
    })(opening),
  component: lazyRouteComponent(() => import('../../features/groups/detail/GroupPage.tsx'), 'GroupPage'),
});

const tagsRoute = createRoute({
  ...page,
  path: paths.tags,
  staticData: { title: 'ui.nav.tags', flags: { adminHeader: true } },
  validateSearch: tagAddress.read,
  loaderDeps: ({ search }) => search,
  loader: openPage<ReturnType<typeof tagAddress.read>>({
    permission: 'users:read',
    areas: ['groups'],
    start: (queryClient, search) => queries.startTagList(queryClient, tagQuery(search)),
  }),
  component: lazyRouteComponent(() => import('../../features/groups/tags/TagList.tsx'), 'TagList'),
});

/** Group and tag management (spec section 2). */
export const groupRoutes = [listRoute, newRoute, groupRoute, tagsRoute] as const;
