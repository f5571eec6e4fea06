import type { Served } from '../platform/http/serve.ts';
import { expirationRoutes } from './expirations/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { linksRoutes } from './links/routes.ts';
import { localeRoutes } from './locales/routes.ts';
import { meRoutes } from './me/routes.ts';
import { basicSettingsRoutes } from './my-settings/routes.ts';
import { myTenantRoutes } from './my-tenant/routes.ts';
import { pageConfigRoutes } from './page-config/routes.ts';
import { setupStepRoutes } from './setup-steps/routes.ts';
import { tenantUserRoutes } from './tenant-users/routes.ts';
import { termsRoutes } from './terms/routes.ts';
import { themeRoutes } from './theme/routes.ts';
import { toggleRoutes } from './toggles/routes.ts';

/** Configuration, the current user and their tenant, as pages request them. */
export const siteRoutes: Served[] = [
  ...expirationRoutes,
  ...jobRoutes,
  ...linksRoutes,
  ...localeRoutes,
  ...meRoutes,
  ...basicSettingsRoutes,
  ...myTenantRoutes,
  ...pageConfigRoutes,
  ...setupStepRoutes,
  ...tenantUserRoutes,
  ...termsRoutes,
  ...themeRoutes,
  ...toggleRoutes,
];
