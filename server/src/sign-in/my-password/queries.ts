import type { Tx } from '../../platform/db/transaction.ts';

/** When the password was set, held until the transaction ends; null where there is none. */
export async function holdPassword(tx: Tx, uuid: string): Promise<{ changed_at: Date } | null> {
  const row = await tx
    .selectFrom('user_passwords')
    .select('changed_at')
    .where('user_uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
