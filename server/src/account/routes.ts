import type { Served } from '../http/serve.ts';
import { confirmMailAddressRoutes } from './confirm-mail-address/routes.ts';
import { exchangeCodeRoutes } from './exchange-code/routes.ts';
import { idInquiryRoutes } from './id-inquiry/routes.ts';
import { myTenantRoutes } from './my-tenant/routes.ts';
import { operationLogRoutes } from './operation-log/routes.ts';
import { passwordResetRoutes } from './password-reset/routes.ts';
import { registrationRoutes } from './registration/routes.ts';

/** The account service (spec section 7), under /api/account. */
export const accountRoutes: Served[] = [
  ...exchangeCodeRoutes,
  ...passwordResetRoutes,
  ...registrationRoutes,
  ...idInquiryRoutes,
  ...myTenantRoutes,
  ...operationLogRoutes,
  ...confirmMailAddressRoutes,
];
