import { sql } from 'kysely';
import type { SecurityPolicy } from '#contract/security-policy.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export interface StoredPolicy {
  security_policy: Record<string, unknown>;
  security_policy_version: number;
}

/** The tenant's policy, locked until the transaction ends, so that versions are serialized. */
export async function holdPolicy(tx: Tx): Promise<StoredPolicy | null> {
  const columns = ['security_policy', 'security_policy_version'] as const;
  return (await tx.selectFrom('tenants').select(columns).forNoKeyUpdate().executeTakeFirst()) ?? null;
}

export async function readPolicy(tx: Tx): Promise<StoredPolicy | null> {
  const columns = ['security_policy', 'security_policy_version'] as const;
  return (await tx.selectFrom('tenants').select(columns).executeTakeFirst()) ?? null;
}

/**
 * Takes the lock that prevents the removal of administrators (migration 0010) while it is decided whether one could
 * still sign in.
 */
export async function holdAdministrators(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators of ' || ${tenantId}::text, 0))`.execute(tx);
}

export async function countUsers(tx: Tx): Promise<number> {
  const { rows } = await sql<{ users: string }>`select count_users() as users`.execute(tx);
  return Number(rows[0]?.users ?? 0);
}

export async function storeVersion(
  tx: Tx,
  saved: {
    tenantId: string;
    version: number;
    policy: SecurityPolicy;
    changes: Changes;
    operator: { uuid: string; userId: string };
    now: Date;
  },
): Promise<void> {
  const policy = JSON.stringify(saved.policy);
  await tx
    .updateTable('tenants')
    .set({ security_policy: policy, security_policy_version: saved.version, updated_at: saved.now })
    .where('tenant_id', '=', saved.tenantId)
    .execute();
  await tx
    .insertInto('security_policy_versions')
    .values({
      tenant_id: saved.tenantId,
      version: saved.version,
      saved_at: saved.now,
      operator_uuid: saved.operator.uuid,
      operator_user_id: saved.operator.userId,
      changes: JSON.stringify(saved.changes),
      policy,
    })
    .execute();
}

/** Versions up to the given one, newest first. */
export async function listVersions(tx: Tx, upTo: number, count: number) {
  return tx
    .selectFrom('security_policy_versions')
    .select(['version', 'saved_at', 'operator_uuid', 'operator_user_id', 'changes'])
    .where('version', '<=', upTo)
    .orderBy('version', 'desc')
    .limit(count)
    .execute();
}
