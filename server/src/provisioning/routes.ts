import type { Served } from '../platform/http/serve.ts';
import { quarantineRoutes } from './quarantine/routes.ts';
import { sourceRunRoutes } from './runs/routes.ts';
import { sourceRoutes } from './sources/routes.ts';
import { managementTokenRoutes } from './tokens/routes.ts';

/** Sources that provide users, and the tokens they use; SCIM itself is mounted (`scim/mount.ts`). */
export const provisioningRoutes: Served[] = [
  ...managementTokenRoutes,
  ...sourceRoutes,
  ...quarantineRoutes,
  ...sourceRunRoutes,
];
