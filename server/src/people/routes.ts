import type { Served } from '../platform/http/serve.ts';
import { deletedUserRoutes } from './bin/routes.ts';
import { userBulkRoutes } from './bulk/routes.ts';
import { userDeviceLoginRoutes } from './device-login/routes.ts';
import { userExportRoutes } from './exports/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { userImportRoutes } from './imports/routes.ts';
import { myGroupsRoutes } from './my-groups/routes.ts';
import { tagRoutes } from './tags/routes.ts';
import { userRoutes } from './users/routes.ts';

/** Users, groups and tags, and what changes many of them. */
export const peopleRoutes: Served[] = [
  ...deletedUserRoutes,
  ...userBulkRoutes,
  ...userDeviceLoginRoutes,
  ...userExportRoutes,
  ...groupRoutes,
  ...userImportRoutes,
  ...myGroupsRoutes,
  ...tagRoutes,
  ...userRoutes,
];
