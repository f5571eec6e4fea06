import type { Tx } from '../../platform/db/transaction.ts';

/** Toggles of the transaction's tenant, by name. */
export async function readToggles(tx: Tx): Promise<Map<string, boolean>> {
  const rows = await tx.selectFrom('feature_toggles').select(['name', 'active']).execute();
  return new Map(rows.map((row) => [row.name, row.active]));
}
