import type { Tx } from '../../platform/db/transaction.ts';

/** True if the account is in use and belongs to a human user, so that its ID is worth sending. */
export async function isAccountInUse(tx: Tx, userUuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('uuid')
    .where('uuid', '=', userUuid)
    .where('status', 'in', ['active', 'locked'])
    .where('user_id', 'not like', 'agent:%')
    .executeTakeFirst();
  return row !== undefined;
}
