import type { Served } from '../platform/http/serve.ts';
import { clientAccessRoutes } from './access/routes.ts';
import { oauthApiRoutes } from './apis/routes.ts';
import { appRequestRoutes } from './app-requests/routes.ts';
import { oauthClientRoutes } from './clients/routes.ts';
import { connectedAppRoutes } from './connected-apps/routes.ts';
import { oauthProviderRoutes } from './oauth/routes.ts';
import { samlIdpRoutes } from './saml-idp/routes.ts';

/** The provider side: OAuth, clients and connected apps, SAML. */
export const appRoutes: Served[] = [
  ...oauthClientRoutes,
  ...oauthApiRoutes,
  ...clientAccessRoutes,
  ...appRequestRoutes,
  ...connectedAppRoutes,
  ...oauthProviderRoutes,
  ...samlIdpRoutes,
];
