import type { Served } from '../http/serve.ts';
import { bulkMailRoutes } from './bulk-mails/routes.ts';
import { customThemeRoutes } from './custom-theme/routes.ts';
import { customizeMailRoutes } from './customize-mail/routes.ts';
import { mailConfirmationRoutes } from './mail-confirmation/routes.ts';
import { regionRoutes } from './region/routes.ts';
import { registrationMailRoutes } from './registration-mails/routes.ts';
import { registrationUrlRoutes } from './registration-urls/routes.ts';
import { setupStepRoutes } from './setup-steps/routes.ts';
import { tenantUserRoutes } from './tenant-users/routes.ts';
import { termsRoutes } from './terms/routes.ts';

/** The portal service (spec section 7), under /api/portal. */
export const portalRoutes: Served[] = [
  ...mailConfirmationRoutes,
  ...bulkMailRoutes,
  ...customizeMailRoutes,
  ...customThemeRoutes,
  ...regionRoutes,
  ...registrationMailRoutes,
  ...registrationUrlRoutes,
  ...tenantUserRoutes,
  ...termsRoutes,
  ...setupStepRoutes,
];
