import type { Served } from '../http/serve.ts';
import { connectedAppRoutes } from './connected-apps/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { deviceSignInRoutes } from '../sign-in/device/routes.ts';
import { loginRoutes } from '../sign-in/routes.ts';
import { logExportRoutes } from './logs/exports/routes.ts';
import { logRoutes } from './logs/routes.ts';
import { meRoutes } from './me/routes.ts';
import { oauthClientRoutes } from './oauth-clients/routes.ts';
import { oauthProviderRoutes } from './oauth-provider/routes.ts';
import { securityPolicyRoutes } from './security-policy/routes.ts';
import { tagRoutes } from './tags/routes.ts';
import { tenantRoutes } from './tenant/routes.ts';
import { userExportRoutes } from './user-exports/routes.ts';
import { userImportRoutes } from './user-imports/routes.ts';
import { selfRegistrationRoutes } from './self-registration/routes.ts';
import { userRoutes } from './users/routes.ts';
import { deletedUserRoutes } from '../people/bin/routes.ts';
import { myAccountsRoutes } from './my-accounts/routes.ts';

/** The authentication service (spec section 7), under /api/auth. */
export const authenticationRoutes: Served[] = [
  ...loginRoutes,
  ...deviceSignInRoutes,
  ...meRoutes,
  ...myAccountsRoutes,
  ...oauthClientRoutes,
  ...connectedAppRoutes,
  ...tenantRoutes,
  ...securityPolicyRoutes,
  ...userRoutes,
  ...deletedUserRoutes,
  ...groupRoutes,
  ...tagRoutes,
  ...logRoutes,
  ...logExportRoutes,
  ...userImportRoutes,
  ...selfRegistrationRoutes,
  ...userExportRoutes,
  ...oauthProviderRoutes,
];
