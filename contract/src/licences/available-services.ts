import { z } from 'zod';
import * as field from '../fields.ts';
import { MAX_KEYWORD_LENGTH } from '../limits.ts';
import { route } from '../route.ts';
import { locale, serviceClass } from './fields.ts';

/**
 * A service as an icon (spec section 3). `isPowerUser`: the link leads to the page where administrators manage it,
 * beside the entry for using it. The pseudo-app `isSiteSetupNavi` belongs to the portal and is never included.
 */
export const appIcon = z.strictObject({
  appName: z.string(),
  /** ID in lists of hidden guides and in back links: the service class, with `-admin` for administrators' links. */
  iconId: z.string(),
  appClass: z.string(),
  /** Null: it has none. */
  iconURL: z.string().nullable(),
  linkURL: z.string(),
  isPowerUser: z.boolean(),
  isSiteSetupNavi: z.boolean(),
  /** Purpose of the service in one sentence; may be empty. */
  description: z.string(),
});
export type AppIcon = z.output<typeof appIcon>;

/** Services that the caller may use now, with links of the tenant's region. */
export const listAvailableServices = route({
  method: 'GET',
  path: '/api/service/me/availableServices',
  access: 'me',
  operation: 'read',
  summary: 'List the services available to the caller',
  query: z.strictObject({
    /** A part of the name, case-insensitive. */
    query: field
      .text(MAX_KEYWORD_LENGTH)
      .transform((value) => value.trim())
      .default(''),
    locale,
    sort: field.sortBy(['appName', 'appClass']),
  }),
  response: z.strictObject({ results: z.array(appIcon) }),
  errors: [],
});

/** The icon is the same for everybody; a changed icon has another address. */
export const getServiceIcon = route({
  method: 'GET',
  path: '/api/service/icons/{serviceClass}',
  access: 'public',
  operation: 'read',
  summary: 'Get the icon of a service',
  params: z.strictObject({ serviceClass }),
  query: z.strictObject({ v: z.string().max(64).optional() }),
  response: null,
  answersFile: 'image/svg+xml',
  errors: ['not_found'],
  transaction: 'own',
  cache: 'public, max-age=86400',
});
