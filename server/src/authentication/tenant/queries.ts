import type { Tx } from '../../db/transaction.ts';

/** The stored part of the tenant's `securityPolicy`; null when there is no such active tenant. */
export async function readTenantPolicy(tx: Tx): Promise<Record<string, unknown> | null> {
  const row = await tx
    .selectFrom('tenants')
    .select('security_policy')
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row?.security_policy ?? null;
}
