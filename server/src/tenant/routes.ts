import type { Served } from '../platform/http/serve.ts';
import { customThemeRoutes } from './branding/routes.ts';
import { customizeMailRoutes } from './mail-texts/routes.ts';
import { securityPolicyRoutes } from './policies/routes.ts';
import { regionRoutes } from './region/routes.ts';
import { tenantRoutes } from './settings/routes.ts';

/** Settings, policies, branding, region and email texts of a tenant. */
export const tenantRoomRoutes: Served[] = [
  ...customThemeRoutes,
  ...customizeMailRoutes,
  ...securityPolicyRoutes,
  ...regionRoutes,
  ...tenantRoutes,
];
