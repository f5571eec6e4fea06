import type { Tx } from '../../db/transaction.ts';

/** What is set in the space of the transaction, by name. */
export async function readToggles(tx: Tx): Promise<Map<string, boolean>> {
  const rows = await tx.selectFrom('feature_toggles').select(['name', 'active']).execute();
  return new Map(rows.map((row) => [row.name, row.active]));
}
