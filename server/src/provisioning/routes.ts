import type { Served } from '../platform/http/serve.ts';
import { adoptionRoutes } from './adoption/routes.ts';
import { exclusionRoutes } from './exclusions/routes.ts';
import { quarantineRoutes } from './quarantine/routes.ts';
import { sourceRunRoutes } from './runs/routes.ts';
import { sourceRoutes } from './sources/routes.ts';
import { targetRoutes } from './targets/routes.ts';
import { managementTokenRoutes } from './tokens/routes.ts';

/** Sources that provide users, the tokens they use (SCIM itself is mounted: `scim/mount.ts`), and apps that users are provided to. */
export const provisioningRoutes: Served[] = [
  ...managementTokenRoutes,
  ...sourceRoutes,
  ...adoptionRoutes,
  ...exclusionRoutes,
  ...quarantineRoutes,
  ...sourceRunRoutes,
  ...targetRoutes,
];
