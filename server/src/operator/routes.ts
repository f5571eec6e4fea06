import type { Served } from '../platform/http/serve.ts';
import { browserLogRoutes } from './browser-log/routes.ts';
import { contractRoutes } from './contracts/routes.ts';
import { customScriptRoutes } from './custom-script/routes.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { deviceRoutes } from './devices/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { licenseRoutes } from './licenses/routes.ts';
import { maintenanceRoutes } from './maintenance/routes.ts';
import { oauthClientRoutes } from './oauth-clients/routes.ts';
import { operatorTokenRoutes } from './operator-tokens/routes.ts';
import { serviceRoutes } from './services/routes.ts';
import { statusComponentRoutes } from './status/routes.ts';
import { tenantRoutes } from './tenants/routes.ts';
import { toggleRoutes } from './toggles/routes.ts';
import { userRoutes } from './users/routes.ts';

/** The operator API (decisions.md), under /api/operator. */
export const operatorRoutes: Served[] = [
  ...tenantRoutes,
  ...userRoutes,
  ...oauthClientRoutes,
  ...keyRoutes,
  ...deliveryRoutes,
  ...toggleRoutes,
  ...maintenanceRoutes,
  ...customScriptRoutes,
  ...statusComponentRoutes,
  ...operatorTokenRoutes,
  ...serviceRoutes,
  ...contractRoutes,
  ...licenseRoutes,
  ...deviceRoutes,
  ...browserLogRoutes,
];
