import { z } from 'zod';
import * as field from '../fields.ts';
import { environments, regions } from '../region.ts';
import { route } from '../route.ts';
import { featureToggleNames } from '../toggles.ts';
import { customScript } from './custom-script.ts';
import { siteLinks } from './links.ts';

export const pageConfig = z.strictObject({
  productName: z.string(),
  region: z.enum(regions),
  environment: z.enum(environments),
  /** Language of the links: the requested one, otherwise the reader's. */
  language: field.locale,
  links: siteLinks,
  activatedFeatureToggles: z.array(z.enum(featureToggleNames)),
  /** The custom script that the portal loads (specification, section 7). */
  customScript: customScript.nullable(),
  copyright: z.string(),
  /** Not in production mode: pages for developers exist. */
  development: z.boolean(),
});
export type PageConfig = z.output<typeof pageConfig>;

export const getPageConfig = route({
  method: 'GET',
  path: '/api/site/pageConfig',
  access: 'public',
  operation: 'read',
  summary: 'Get the page configuration of this deployment',
  query: z.strictObject({ language: field.locale.optional() }),
  response: pageConfig,
  errors: [],
  transaction: 'own',
});
