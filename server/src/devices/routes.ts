import type { Served } from '../platform/http/serve.ts';
import { credentialRoutes } from './credentials/routes.ts';
import { deviceExportRoutes } from './exports/routes.ts';
import { deviceRoutes } from './list/routes.ts';

/** Devices and their credentials. */
export const deviceRoomRoutes: Served[] = [...credentialRoutes, ...deviceExportRoutes, ...deviceRoutes];
