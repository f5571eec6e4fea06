import { isTenantId } from '#contract/rules.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import type { ClientInfo } from '../platform/http/client-info.ts';
import type { Tools } from '../platform/tools.ts';
import { spendTry } from '../platform/limits/throttle.ts';
import { readTenantPolicy } from '../tenant/settings/tenant.ts';

type Way = 'loginMailAddress' | 'userId';

/**
 * The sign-in methods to offer. A tenant with the default answers like an unknown one, and addresses are not looked up
 * at all, so that nobody learns which exist.
 */
export async function findLoginTypes(
  tools: Tools,
  asked: { tenantId?: string },
  client: ClientInfo,
  now: Date,
): Promise<{ loginTypes: Way[] }> {
  await spendTry(tools.db, [{ name: 'loginType', key: client.network, most: 600, withinSeconds: 300 }], now);
  const { tenantId } = asked;
  if (!tenantId) return { loginTypes: ['loginMailAddress', 'userId'] };
  const stored = isTenantId(tenantId) ? await tools.db.inTenant(tenantId, readTenantPolicy) : null;
  const { siteLoginType } = securityPolicy.parse(stored ?? {}).loginPolicy;
  return { loginTypes: siteLoginType === 'all' ? ['loginMailAddress', 'userId'] : [siteLoginType] };
}
