import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';

/** One's PIN as far as it can be known, and how many users the tenant has. */
export async function readUserCode(tx: Tx, uuid: string) {
  const row = await tx
    .selectFrom('users as u')
    .select(['u.user_code_issued_at', sql<number>`count_users()`.as('user_count')])
    .select((eb) => eb('u.user_code_hash', 'is not', null).as('assigned'))
    .where('u.uuid', '=', uuid)
    .executeTakeFirst();
  return row ?? null;
}

export async function storeUserCode(tx: Tx, uuid: string, codeHash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ user_code_hash: codeHash, user_code_issued_at: now })
    .where('uuid', '=', uuid)
    .execute();
}

/** True when there was one. */
export async function removeUserCode(tx: Tx, uuid: string): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ user_code_hash: null, user_code_issued_at: null })
    .where('uuid', '=', uuid)
    .where('user_code_hash', 'is not', null)
    .returning('uuid')
    .executeTakeFirst();
  return row !== undefined;
}
