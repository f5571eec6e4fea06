import type { Served } from '../platform/http/serve.ts';
import { oauthClientRoutes } from './clients/routes.ts';
import { connectedAppRoutes } from './connected-apps/routes.ts';
import { oauthProviderRoutes } from './oauth/routes.ts';

/** The provider side: OAuth, clients and connected apps. */
export const appRoutes: Served[] = [...oauthClientRoutes, ...connectedAppRoutes, ...oauthProviderRoutes];
