import type { Tx } from '../../../db/transaction.ts';

/** The days that the tenant keeps its logs, held until the transaction ends; null: as long as the deployment does. */
export async function readDays(tx: Tx): Promise<number | null> {
  const row = await tx.selectFrom('log_retention').select('days').forUpdate().executeTakeFirst();
  return row?.days ?? null;
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
