import type { Caches } from '../db/fresh-cache.ts';
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

export function createPrincipals(db: Database, caches: Caches): Principals {
  const kept = caches.open<Principal | null>({ age: 500, most: 20_000, of: ['users', 'tenants'] });
  const read = async (tenantId: string, uuid: string, sessionId: string | null) => {
    const row = await findPrincipal(db.pool, tenantId, uuid, sessionId);
    if (!row) return null;
    const { security_policy, ...rest } = row;
    return { ...rest, policy: securityPolicy.parse(security_policy) };
  };
  return {
    find: (tenantId, uuid, sessionId) =>
      kept.get(tenantId, `${uuid}/${sessionId ?? ''}`, () => read(tenantId, uuid, sessionId)),
    forget: (tenantId, uuid) => kept.forget(tenantId, `${uuid}/`),
  };
}
