import type { Theme } from '#contract/site/theme.ts';
import { isTenantId } from '#contract/rules.ts';
import { logoUrl, readStoredTheme } from '../../portal/custom-theme/stored-theme.ts';
import type { Tools } from '../../tools.ts';
import { findCustomTheme } from './queries.ts';

/**
 * The colour and logo of a tenant, for people who are not signed in. An unknown tenant, a suspended one and one without
 * a theme answer alike, so that nobody learns which tenants there are.
 */
export async function guestTheme({ db }: Tools, tenantId: string): Promise<Theme> {
  // What cannot be a tenant's id takes the same time: it asks about an id that cannot be either, for its hyphens.
  const custom = await db.inTenant(isTenantId(tenantId) ? tenantId : '---', findCustomTheme);
  const { themeColor, logoId, logoPlate, headerTitle, headerStyle } = readStoredTheme(custom);
  return { themeColor, logo: logoId && logoUrl(tenantId, logoId), logoPlate, headerTitle, headerStyle };
}
