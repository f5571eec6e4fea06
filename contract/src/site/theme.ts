import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

export const themeColor = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** The look of a tenant's pages; null where Portico's own applies. */
export const theme = z.strictObject({
  themeColor: themeColor.nullable(),
  /** A `data:` image. */
  logo: z.string().nullable(),
});
export type Theme = z.output<typeof theme>;

export const getTheme = route({
  method: 'GET',
  path: '/api/site/theme',
  access: 'public',
  operation: 'read',
  summary: "A tenant's colour and logo for its sign-in page; an unknown tenant answers like one without a theme",
  query: z.strictObject({ tenantId: field.text(64) }),
  response: theme,
  errors: [],
  transaction: 'own',
});
