import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

/** Locks the user whose address is to be confirmed; null if the user may not sign in any more. */
export async function holdUser(tx: Tx, uuid: string) {
  const row = await tx
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.tenant_id', 'u.tenant_id')
    .select(['u.user_id', 'u.login_mail_address', 'u.next_login_mail_address', 'u.roles', 't.security_policy'])
    .select(sql<boolean>`exists (select from user_passwords p where p.user_uuid = u.uuid)`.as('password_assigned'))
    .where('u.uuid', '=', uuid)
    .where('u.status', 'in', ['active', 'locked'])
    .where('u.source', '=', 'local')
    .where('t.status', '=', 'active')
    .forUpdate('u')
    .executeTakeFirst();
  return row ?? null;
}
