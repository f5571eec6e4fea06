import type { Served } from '../platform/http/serve.ts';
import { externalAccountsRoutes } from './external-accounts/routes.ts';

/** Linked accounts of other systems. */
export const federationRoutes: Served[] = [...externalAccountsRoutes];
