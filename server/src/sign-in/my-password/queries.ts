import type { Tx } from '../../platform/db/transaction.ts';

/** Locks the password row until the transaction ends and returns when it was set; null without a password. */
export async function holdPassword(tx: Tx, uuid: string): Promise<{ changed_at: Date } | null> {
  const row = await tx
    .selectFrom('user_passwords')
    .select('changed_at')
    .where('user_uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
