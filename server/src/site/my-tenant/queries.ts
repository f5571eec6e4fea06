import type { Tx } from '../../platform/db/transaction.ts';

export async function readTenant(tx: Tx) {
  const row = await tx
    .selectFrom('tenants')
    .select(['tenant_id', 'name', 'locale', 'timezone', 'country', 'region'])
    .executeTakeFirst();
  return row ?? null;
}
