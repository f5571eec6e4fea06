import type { Served } from '../platform/http/serve.ts';
import { bulkMailRoutes } from './bulk-mails/routes.ts';
import { confirmMailAddressRoutes } from './confirm-mail-address/routes.ts';
import { exchangeCodeRoutes } from './exchange-code/routes.ts';
import { mailConfirmationRoutes } from './mail-confirmation/routes.ts';
import { registrationMailRoutes } from './registration-mails/routes.ts';
import { registrationUrlRoutes } from './registration-urls/routes.ts';
import { registrationRoutes } from './registration/routes.ts';
import { selfRegistrationRoutes } from './self-registration/routes.ts';

/** Invitations, registration URLs, self-registration and confirmed addresses. */
export const joiningRoutes: Served[] = [
  ...bulkMailRoutes,
  ...confirmMailAddressRoutes,
  ...exchangeCodeRoutes,
  ...mailConfirmationRoutes,
  ...registrationMailRoutes,
  ...registrationUrlRoutes,
  ...registrationRoutes,
  ...selfRegistrationRoutes,
];
