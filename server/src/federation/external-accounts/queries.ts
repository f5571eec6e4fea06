import type { Tx } from '../../platform/db/transaction.ts';

export async function listAccounts(tx: Tx, userUuid: string) {
  return tx
    .selectFrom('openid_provider_accounts')
    .select(['uuid', 'op_id', 'display_name', 'created_at'])
    .where('user_uuid', '=', userUuid)
    .orderBy('created_at')
    .orderBy('uuid')
    .execute();
}

export async function deleteAccount(tx: Tx, userUuid: string, uuid: string): Promise<void> {
  await tx.deleteFrom('openid_provider_accounts').where('user_uuid', '=', userUuid).where('uuid', '=', uuid).execute();
}

export async function isPasswordAssigned(tx: Tx, userUuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('user_passwords')
    .select('user_uuid')
    .where('user_uuid', '=', userUuid)
    .executeTakeFirst();
  return row !== undefined;
}
