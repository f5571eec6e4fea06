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
