import type { AnyRoute, AnyRouter } from '@tanstack/react-router';
import { type FindPage, partAt, type RoutePart } from './route-parts.ts';
import { routeTreeWith } from './routes/tree.ts';
import { unknownRoute } from './routes/unknown.tsx';

const parts: Record<RoutePart, () => Promise<{ routes: readonly AnyRoute[] }>> = {
  people: () => import('./routes/people.ts'),
  organization: () => import('./routes/organization.ts'),
};

/** The routes of administrators' pages come with the first visit of one: most users never open any. */
export function pageFinder(router: AnyRouter): FindPage {
  const come = new Map<RoutePart, readonly AnyRoute[]>();
  return async (pathname, href) => {
    const part = partAt(pathname);
    if (part && !come.has(part)) {
      const { routes } = await parts[part]().catch((error) => {
        // The files of an older Portico are gone: a new document knows those of today. The first page has just been one.
        if (!href || !navigator.onLine || !router.state.resolvedLocation) throw error;
        location.assign(href);
        return new Promise<never>(() => {});
      });
      come.set(part, routes);
      routeTreeWith([...come.values()].flat());
      router.setRoutes(router.buildRouteTree());
    }
    return router.getMatchedRoutes(pathname)[2] !== unknownRoute;
  };
}
