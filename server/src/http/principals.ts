import type { Database } from '../db/transaction.ts';
import { type CallerRow, findPrincipal, type PrincipalRow } from '../db/across-tenants.ts';
import { securityPolicy, type SecurityPolicy } from '#contract/security-policy.ts';

/** Whether an account and its session are still good: all that refreshing a token asks. */
export interface PrincipalState extends Omit<PrincipalRow, 'security_policy'> {
  policy: SecurityPolicy;
}

export type Principal = PrincipalState & Pick<CallerRow, 'source'>;

/** The state of the accounts and sessions that tokens speak for, at most half a second old (standards 7: 1 s). */
export interface Principals {
  find(tenantId: string, uuid: string, sessionId: string | null): Promise<Principal | null>;
  /** After a change made by this process: the next call sees it at once. */
  forget(tenantId: string, uuid: string): void;
}

const FRESH_MS = 500;
const MOST = 20_000;

export function createPrincipals(db: Database): Principals {
  const kept = new Map<string, { until: number; principal: Promise<Principal | null> }>();
  const prefix = (tenantId: string, uuid: string) => `${tenantId}/${uuid}/`;
  const read = async (tenantId: string, uuid: string, sessionId: string | null) => {
    const row = await findPrincipal(db.pool, tenantId, uuid, sessionId);
    if (!row) return null;
    const { security_policy, ...rest } = row;
    return { ...rest, policy: securityPolicy.parse(security_policy) };
  };
  return {
    find(tenantId, uuid, sessionId) {
      const key = prefix(tenantId, uuid) + (sessionId ?? '');
      const now = performance.now();
      const hit = kept.get(key);
      if (hit && hit.until > now) return hit.principal;
      if (kept.size >= MOST) kept.clear();
      const principal = read(tenantId, uuid, sessionId);
      kept.set(key, { until: now + FRESH_MS, principal });
      // A failed read is not remembered.
      principal.catch(() => kept.delete(key));
      return principal;
    },
    forget(tenantId, uuid) {
      const start = prefix(tenantId, uuid);
      for (const key of kept.keys()) if (key.startsWith(start)) kept.delete(key);
    },
  };
}
