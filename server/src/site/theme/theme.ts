import type { Theme } from '#contract/site/theme.ts';
import { isTenantId } from '#contract/rules.ts';
import { logoUrl, readStoredTheme } from '../../tenant/branding/stored-theme.ts';
import type { Tools } from '../../platform/tools.ts';
import { findCustomTheme } from './queries.ts';

/**
 * Color and logo of a tenant for unauthenticated users. Unknown tenants, suspended ones and those without a theme
 * answer alike, so that nobody learns which tenants exist.
 */
export async function guestTheme({ db }: Tools, tenantId: string): Promise<Theme> {
  // An invalid tenant ID takes the same time: it queries an ID that cannot exist.
  const custom = await db.inTenant(isTenantId(tenantId) ? tenantId : '---', findCustomTheme);
  const { themeColor, logoId, logoPlate, headerTitle, headerStyle } = readStoredTheme(custom);
  return { themeColor, logo: logoId && logoUrl(tenantId, logoId), logoPlate, headerTitle, headerStyle };
}
