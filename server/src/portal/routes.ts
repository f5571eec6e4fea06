import type { Served } from '../http/serve.ts';
import { mailConfirmationRoutes } from './mail-confirmation/routes.ts';

/** The portal service (spec section 7), under /api/portal. */
export const portalRoutes: Served[] = [...mailConfirmationRoutes];
