import type { Served } from '../http/serve.ts';
import { credentialRoutes } from './credentials/routes.ts';
import { deviceExportRoutes } from './device-exports/routes.ts';
import { deviceRoutes } from './devices/routes.ts';

/** The device management service (spec section 7), under /api/device. */
export const deviceManagementRoutes: Served[] = [...deviceRoutes, ...credentialRoutes, ...deviceExportRoutes];
