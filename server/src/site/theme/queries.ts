import type { Tx } from '../../platform/db/transaction.ts';

/** Theme of the transaction's tenant, if it is active; null otherwise. */
export async function findCustomTheme(tx: Tx): Promise<Record<string, unknown> | null> {
  const row = await tx.selectFrom('tenants').select('custom_theme').where('status', '=', 'active').executeTakeFirst();
  return row?.custom_theme ?? null;
}
