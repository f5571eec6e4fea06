import { createRoute } from '@tanstack/react-router';
import { RouteNotFound } from '../error-pages/RouteNotFound.tsx';
import { openPage } from '../open-page.ts';
import { frameRoute } from './frame.tsx';

/** Every other address of the portal: there is no such page, said inside the frame to whoever is signed in. */
export const unknownRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/portal/$',
  staticData: { title: 'ui.notFoundTitle' },
  loader: openPage({ permission: 'me', areas: [] }),
  component: RouteNotFound,
});
