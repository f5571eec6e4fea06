import type { AnyRoute } from '@tanstack/react-router';
import { accountRoutes } from './account.tsx';
import { devFrameRoute, devWidgetsRoute } from './development.tsx';
import { frameRoute, rootRoute } from './frame.tsx';
import { helpRoutes } from './help.tsx';
import { naviRoutes } from './navi.tsx';
import type { routes as organizationRoutes } from './organization.ts';
import type { routes as peopleRoutes } from './people.ts';
import { defaultTenantRoute, topRoute } from './top.tsx';
import { unknownRoute } from './unknown.tsx';

type AdministrationRoutes = readonly [...typeof peopleRoutes, ...typeof organizationRoutes];

/** All routes that this document knows: those of administrators' pages come with the first visit of one. */
export function routeTreeWith(more: readonly AnyRoute[]) {
  // Links and navigations are checked against all routes, those that are still to come too.
  const administrationRoutes = more as unknown as AdministrationRoutes;
  return rootRoute.addChildren([
    frameRoute.addChildren([
      topRoute,
      defaultTenantRoute,
      ...naviRoutes,
      accountRoutes,
      ...administrationRoutes,
      ...helpRoutes,
      devWidgetsRoute,
      unknownRoute,
    ]),
    devFrameRoute,
  ]);
}
