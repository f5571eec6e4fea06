import { sql, type Updateable } from 'kysely';
import type { Tenants } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** The stored part of the tenant's `securityPolicy`; null if there is no such active tenant. */
export async function readTenantPolicy(tx: Tx): Promise<Record<string, unknown> | null> {
  const row = await tx
    .selectFrom('tenants')
    .select('security_policy')
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row?.security_policy ?? null;
}

const columns = [
  'tenant_id',
  'name',
  'country',
  'region',
  'locale',
  'timezone',
  'user_extension_attribute_properties',
  'security_policy',
  'security_policy_version',
  'user_limit',
] as const;
const users = sql<number>`count_users()::integer`.as('users');

export async function readTenant(tx: Tx) {
  return (await tx.selectFrom('tenants').select(columns).select(users).executeTakeFirst()) ?? null;
}

/**
 * The tenant, locked until the transaction ends, so that changes are serialized; the lock does not block rows that
 * refer to it.
 */
export async function holdTenant(tx: Tx) {
  return (await tx.selectFrom('tenants').select(columns).select(users).forNoKeyUpdate().executeTakeFirst()) ?? null;
}

export async function updateTenant(tx: Tx, tenantId: string, values: Updateable<Tenants>): Promise<void> {
  await tx.updateTable('tenants').set(values).where('tenant_id', '=', tenantId).execute();
}
