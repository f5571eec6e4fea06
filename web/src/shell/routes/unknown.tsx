import { createRoute, redirect } from '@tanstack/react-router';
import { PageError } from '../error-pages/PageError.tsx';
import { RouteNotFound } from '../error-pages/RouteNotFound.tsx';
import { openPage } from '../open-page.ts';
import { frameRoute } from './frame.tsx';

/**
 * Every address of which no route has come yet. If none does, there is no such page, said inside the frame to whoever is
 * signed in.
 */
export const unknownRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/portal/$',
  staticData: { title: 'ui.notFoundTitle' },
  beforeLoad: async ({ context, location: { pathname, href }, preload }) => {
    if (await context.findPage(pathname, preload ? undefined : href))
      throw redirect({ to: '.', params: true, search: true, hash: true, state: true, replace: true });
  },
  loader: openPage({ permission: 'me', areas: [] }),
  errorComponent: PageError,
  component: RouteNotFound,
});
