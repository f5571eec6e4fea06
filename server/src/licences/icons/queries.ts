import type { Tx } from '../../platform/db/transaction.ts';

export async function findIcon(tx: Tx, serviceClass: string): Promise<string | null> {
  const row = await tx
    .selectFrom('services')
    .select('icon')
    .where('service_class', '=', serviceClass)
    .executeTakeFirst();
  return row?.icon ?? null;
}
