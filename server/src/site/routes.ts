import type { Served } from '../http/serve.ts';
import { linksRoutes } from './links/routes.ts';
import { localeRoutes } from './locales/routes.ts';
import { pageConfigRoutes } from './page-config/routes.ts';
import { statusRoutes } from './status/routes.ts';
import { themeRoutes } from './theme/routes.ts';
import { toggleRoutes } from './toggles/routes.ts';

/** Routes of the site service under /api/site, and the public status routes of the account service. */
export const siteRoutes: Served[] = [
  ...pageConfigRoutes,
  ...localeRoutes,
  ...linksRoutes,
  ...themeRoutes,
  ...statusRoutes,
  ...toggleRoutes,
];
