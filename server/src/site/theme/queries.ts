import type { Tx } from '../../db/transaction.ts';

/** What the active tenant of the transaction has chosen; null where there is none. */
export async function findCustomTheme(tx: Tx): Promise<Record<string, unknown> | null> {
  const row = await tx.selectFrom('tenants').select('custom_theme').where('status', '=', 'active').executeTakeFirst();
  return row?.custom_theme ?? null;
}
