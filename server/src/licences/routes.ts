import type { Served } from '../platform/http/serve.ts';
import { availableServiceRoutes } from './available-services/routes.ts';
import { licenseRoutes } from './licenses/routes.ts';
import { permittedServiceRoutes } from './permitted-services/routes.ts';
import { permissionRoutes } from './permissions/routes.ts';
import { reasonRoutes } from './reasons/routes.ts';
import { useRoutes } from './uses/routes.ts';

/** Services, licenses, permissions, their reasons and their use. */
export const licenceRoutes: Served[] = [
  ...availableServiceRoutes,
  ...licenseRoutes,
  ...permissionRoutes,
  ...permittedServiceRoutes,
  ...reasonRoutes,
  ...useRoutes,
];
