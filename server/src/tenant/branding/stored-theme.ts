import { createHash } from 'node:crypto';
import { z } from 'zod';
import { themeColor } from '#contract/theme/color.ts';
import { headerStyles } from '#contract/theme/header-style.ts';

const side = z.number().int().positive();

/** The theme as stored in `tenants.custom_theme`; missing or invalid values are Portico's own. */
const storedTheme = z.object({
  themeColor: themeColor.nullable().catch(null),
  logoId: z.uuid().nullable().catch(null),
  /** Size of the logo's image for emails; null if there is none. */
  mailImage: z.object({ width: side, height: side }).nullable().catch(null),
  logoPlate: z.boolean().catch(true),
  headerTitle: z.string().nullable().catch(null),
  headerStyle: z.enum(headerStyles).catch('plain'),
});
export type StoredTheme = z.output<typeof storedTheme>;

/** Reads `tenants.custom_theme`. */
export const readStoredTheme = (column: Record<string, unknown> | null | undefined): StoredTheme =>
  storedTheme.parse(column ?? {});

/** Version of a theme: a hash of its content, so equal themes have equal versions. */
export function versionOf({ themeColor, logoId, logoPlate, headerTitle, headerStyle }: StoredTheme): string {
  const content = JSON.stringify([themeColor, logoId, logoPlate, headerTitle, headerStyle]);
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

/** Public address of an image (`getLogo` of the contract). */
export const logoUrl = (tenantId: string, logoId: string) => `/api/site/tenants/${tenantId}/logos/${logoId}`;
