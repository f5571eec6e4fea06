import { themeColor } from '../theme/color.ts';
import { z } from 'zod';
import * as field from '../fields.ts';
import { headerStyles } from '../theme/header-style.ts';
import { route } from '../route.ts';

/** Branding of a tenant's pages; null where Portico's default applies. */
export const theme = z.strictObject({
  themeColor: themeColor.nullable(),
  /** Address of the image (`getLogo`), on this server. */
  logo: z.string().nullable(),
  /** True if the logo has a light background in dark mode. */
  logoPlate: z.boolean(),
  /** Title in the header; null: the tenant's name. */
  headerTitle: z.string().nullable(),
  headerStyle: z.enum(headerStyles),
});
export type Theme = z.output<typeof theme>;
/** Branding of a guest page's tenant; delivered with the page. */
export type GuestLook = Theme & { tenantId: string };

export const getTheme = route({
  method: 'GET',
  path: '/api/site/theme',
  access: 'public',
  operation: 'read',
  summary: 'Get the sign-in page theme of a tenant. Unknown tenants get the default',
  query: z.strictObject({ tenantId: field.exactText(64) }),
  response: theme,
  errors: [],
  transaction: 'own',
});

/**
 * A sanitized logo. It never changes: another image has another ID. Served as a file in a sandbox without rights, to be
 * shown by `<img>` only.
 */
export const getLogo = route({
  method: 'GET',
  path: '/api/site/tenants/{tenantId}/logos/{logoId}',
  access: 'public',
  operation: 'read',
  summary: 'Get the logo of a tenant',
  params: z.strictObject({ tenantId: field.exactText(64), logoId: field.uuid }),
  response: null,
  answersFile: 'image/*',
  errors: ['not_found'],
  transaction: 'own',
  cache: 'public, max-age=31536000, immutable',
});
