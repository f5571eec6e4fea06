import type { Tx } from '../../platform/db/transaction.ts';

/** Days that the tenant keeps its logs; null: the default of the deployment. */
export async function readDays(tx: Tx): Promise<number | null> {
  return (await tx.selectFrom('log_retention').select('days').executeTakeFirst())?.days ?? null;
}

/** The same, locked until the transaction ends. Locked by tenant, since there may be no row yet. */
export async function holdDays(tx: Tx): Promise<number | null> {
  await tx.selectFrom('tenants').select('tenant_id').forNoKeyUpdate().execute();
  return readDays(tx);
}

export async function writeDays(tx: Tx, tenantId: string, days: number | null, now: Date): Promise<void> {
  if (days === null) {
    await tx.deleteFrom('log_retention').execute();
    return;
  }
  await tx
    .insertInto('log_retention')
    .values({ tenant_id: tenantId, days, changed_at: now })
    .onConflict((at) => at.column('tenant_id').doUpdateSet({ days, changed_at: now }))
    .execute();
}
