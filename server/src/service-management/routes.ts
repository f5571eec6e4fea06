import type { Served } from '../http/serve.ts';
import { availableServiceRoutes } from './available-services/routes.ts';
import { licenseRoutes } from './licenses/routes.ts';
import { permissionRoutes } from './permissions/routes.ts';
import { reasonRoutes } from './reasons/routes.ts';
import { useRoutes } from './uses/routes.ts';

/** The service-management API (spec section 7), under /api/service. */
export const serviceManagementRoutes: Served[] = [
  ...availableServiceRoutes,
  ...licenseRoutes,
  ...permissionRoutes,
  ...reasonRoutes,
  ...useRoutes,
];
