import type { Tx } from '../../platform/db/transaction.ts';

export async function upsertToggle(
  tx: Tx,
  row: { tenant_id: string; name: string; active: boolean; updated_at: Date },
): Promise<void> {
  await tx
    .insertInto('feature_toggles')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'name']).doUpdateSet({ active: row.active, updated_at: row.updated_at }),
    )
    .execute();
}

export async function deleteToggle(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('feature_toggles').where('name', '=', name).execute();
}
