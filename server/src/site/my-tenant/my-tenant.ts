import { fail } from '#contract/errors.ts';
import { guestTheme } from '../theme/theme.ts';
import type { Tools } from '../../platform/tools.ts';
import { readTenant } from './queries.ts';

/** The tenant of the caller with its theme. Throws `not_found`. */
export async function readMyTenant(tools: Tools, tenantId: string) {
  const tenant = await tools.db.inTenant(tenantId, readTenant);
  if (!tenant) throw fail('not_found');
  return {
    tenantId: tenant.tenant_id,
    name: tenant.name,
    locale: tenant.locale,
    timezone: tenant.timezone,
    country: tenant.country,
    region: tenant.region,
    customTheme: await guestTheme(tools, tenantId),
  };
}
