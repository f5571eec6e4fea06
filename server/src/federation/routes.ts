import type { Served } from '../platform/http/serve.ts';
import { samlConnectionRoutes } from './saml-connections/routes.ts';
import { samlSignInRoutes } from './saml-sp/routes.ts';
import { setupLinkRoutes } from './setup-links/routes.ts';
import { emailDomainRoutes } from './email-domains/routes.ts';
import { externalAccountsRoutes } from './external-accounts/routes.ts';
import { ownKeyRoutes } from './own-keys/routes.ts';
import { relyingPartyRoutes } from './oidc-rp/routes.ts';
import { mappingRoutes } from './mapping/routes.ts';
import { registeringRoutes } from './registering/routes.ts';
import { unknownUserRoutes } from './unknown-users/routes.ts';
import { openidConnectionRoutes } from './openid-connections/routes.ts';

/** Sign-in with other identity providers, and the accounts that are linked there. */
export const federationRoutes: Served[] = [
  ...emailDomainRoutes,
  ...externalAccountsRoutes,
  ...mappingRoutes,
  ...openidConnectionRoutes,
  ...ownKeyRoutes,
  ...registeringRoutes,
  ...relyingPartyRoutes,
  ...samlConnectionRoutes,
  ...samlSignInRoutes,
  ...setupLinkRoutes,
  ...unknownUserRoutes,
];
