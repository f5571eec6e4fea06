import { isTenantId } from '#contract/rules.ts';
import type { OfferedProvider } from '#contract/sign-in/login.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import type { ClientInfo } from '../platform/http/client-info.ts';
import type { Tools } from '../platform/tools.ts';
import { spendTry } from '../platform/limits/throttle.ts';
import { offeredFor, offeredProviders } from './ports.ts';
import { readTenantPolicy } from '../tenant/settings/tenant.ts';

type Way = 'loginMailAddress' | 'userId';

/**
 * The sign-in methods to offer, with the identity providers of a tenant that is named. A tenant with the default and no
 * provider answers like an unknown one. Of an address only the domain is looked up, for the provider of the tenant that has
 * proven it: nobody learns which addresses exist.
 */
export async function findLoginTypes(
  tools: Tools,
  asked: { tenantId?: string; loginMailAddress?: string },
  client: ClientInfo,
  now: Date,
): Promise<{ loginTypes: Way[]; providers: OfferedProvider[]; tenantId?: string }> {
  await spendTry(tools.db, [{ name: 'loginType', key: client.network, most: 600, withinSeconds: 300 }], now);
  const { tenantId, loginMailAddress = '' } = asked;
  if (!tenantId || !isTenantId(tenantId)) {
    const loginTypes: Way[] = ['loginMailAddress', 'userId'];
    const found = loginMailAddress.includes('@') ? await offeredFor(tools, loginMailAddress) : null;
    return found
      ? { loginTypes, providers: [found.provider], tenantId: found.tenantId }
      : { loginTypes, providers: [] };
  }
  const { stored, providers } = await tools.db.inTenant(tenantId, async (tx) => ({
    stored: await readTenantPolicy(tx),
    providers: await offeredProviders(tx),
  }));
  const { siteLoginType } = securityPolicy.parse(stored ?? {}).loginPolicy;
  return { loginTypes: siteLoginType === 'all' ? ['loginMailAddress', 'userId'] : [siteLoginType], providers };
}
