import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { RouteError } from './error-pages/RouteError.tsx';
import { RouteNotFound } from './error-pages/RouteNotFound.tsx';
import { createNavigationGuard } from './navigation-guard.ts';
import { accountRoutes } from './routes/account.tsx';
import { devFrameRoute, devWidgetsRoute } from './routes/development.tsx';
import { permissionRoutes } from './routes/permissions.tsx';
import { registrationRoutes } from './routes/registration.tsx';
import { frameRoute, rootRoute } from './routes/frame.tsx';
import { deviceRoutes } from './routes/devices.tsx';
import { jobsRoute } from './routes/jobs.tsx';
import { groupRoutes } from './routes/groups.tsx';
import { helpRoutes } from './routes/help.tsx';
import { licenseRoutes } from './routes/licenses.tsx';
import { oauthAppRoutes } from './routes/oauth-apps.tsx';
import { samlIdpRoutes } from './routes/saml-idp.tsx';
import { certificatesRoute } from './routes/certificates.tsx';
import { emailDomainRoutes } from './routes/email-domains.tsx';
import { provisioningRoutes } from './routes/provisioning.tsx';
import { openidProviderRoutes } from './routes/openid-providers.tsx';
import { samlConnectionRoutes } from './routes/saml-connections.tsx';
import { naviRoutes } from './routes/navi.tsx';
import { defaultTenantRoute, topRoute } from './routes/top.tsx';
import { tenantRoutes } from './routes/tenant.tsx';
import { unknownRoute } from './routes/unknown.tsx';
import { userRoutes } from './routes/users.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter;
  }
}

const routeTree = rootRoute.addChildren([
  frameRoute.addChildren([
    topRoute,
    defaultTenantRoute,
    ...naviRoutes,
    accountRoutes,
    ...userRoutes,
    ...groupRoutes,
    ...deviceRoutes,
    jobsRoute,
    ...licenseRoutes,
    ...oauthAppRoutes,
    ...samlIdpRoutes,
    ...openidProviderRoutes,
    ...samlConnectionRoutes,
    ...emailDomainRoutes,
    certificatesRoute,
    ...provisioningRoutes,
    ...permissionRoutes,
    registrationRoutes,
    tenantRoutes,
    ...helpRoutes,
    devWidgetsRoute,
    unknownRoute,
  ]),
  devFrameRoute,
]);

/**
 * The router of the portal's pages. Links fetch code and data of their page when pointed at; the same address again
 * within a second is not followed twice.
 */
export function createPortalRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // What was fetched ahead is fresh for as long as its queries say.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: RouteNotFound,
    scrollRestoration: true,
  });
  const mayNavigate = createNavigationGuard();
  const commit = router.commitLocation;
  router.commitLocation = async (next) => {
    // An address that only takes the place of another is no second press of a link.
    if (next.replace || mayNavigate(next.href)) await commit(next);
  };
  return router;
}

export type PortalRouter = ReturnType<typeof createPortalRouter>;
