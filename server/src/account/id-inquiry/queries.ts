import type { Tx } from '../../db/transaction.ts';

/** Whether a user can sign in to something worth telling: an account in use, of a person. */
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
