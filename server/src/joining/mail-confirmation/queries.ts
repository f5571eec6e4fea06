import type { Tx } from '../../platform/db/transaction.ts';

/** Locks the calling user and reads the addresses. */
export async function holdMailAddress(tx: Tx, uuid: string) {
  const row = await tx
    .selectFrom('users')
    .select(['source', 'login_mail_address', 'next_login_mail_address'])
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Stores the pending address; null: none. */
export async function storeNextMailAddress(
  tx: Tx,
  uuid: string,
  next: { address: string; expiresAt: Date } | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      next_login_mail_address: next?.address ?? null,
      next_login_mail_address_expires_at: next?.expiresAt ?? null,
      updated_at: now,
    })
    .where('uuid', '=', uuid)
    .execute();
}
