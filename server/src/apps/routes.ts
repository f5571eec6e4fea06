import type { Served } from '../platform/http/serve.ts';
import { appRequestRoutes } from './app-requests/routes.ts';
import { oauthClientRoutes } from './clients/routes.ts';
import { connectedAppRoutes } from './connected-apps/routes.ts';
import { oauthProviderRoutes } from './oauth/routes.ts';

/** The provider side: OAuth, clients and connected apps. */
export const appRoutes: Served[] = [
  ...oauthClientRoutes,
  ...appRequestRoutes,
  ...connectedAppRoutes,
  ...oauthProviderRoutes,
];
