import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { pageFinder } from './find-page.ts';
import { RouteError } from './error-pages/RouteError.tsx';
import { RouteNotFound } from './error-pages/RouteNotFound.tsx';
import { createNavigationGuard } from './navigation-guard.ts';
import type { FindPage } from './route-parts.ts';
import { routeTreeWith } from './routes/tree.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter;
  }
}

/**
 * The router of the portal's pages. Links fetch code and data of their page when pointed at; the same address again
 * within a second is not followed twice.
 */
export function createPortalRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree: routeTreeWith([]),
    context: { queryClient, findPage: (...visit) => findPage(...visit) },
    defaultPreload: 'intent',
    // What was fetched ahead is fresh for as long as its queries say.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: RouteNotFound,
    scrollRestoration: true,
  });
  const findPage: FindPage = pageFinder(router);
  const mayNavigate = createNavigationGuard();
  const commit = router.commitLocation;
  router.commitLocation = async (next) => {
    // An address that only takes the place of another is no second press of a link.
    if (next.replace || mayNavigate(next.href)) await commit(next);
  };
  return router;
}

export type PortalRouter = ReturnType<typeof createPortalRouter>;
