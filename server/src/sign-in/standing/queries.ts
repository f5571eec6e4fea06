import type { Tx } from '../../platform/db/transaction.ts';

/** What a sign-in at the pages does not read of an account. */
export async function readMore(tx: Tx, uuid: string) {
  return tx
    .selectFrom('users as u')
    .leftJoin('sign_in_guards as g', (join) =>
      join.onRef('g.tenant_id', '=', 'u.tenant_id').onRef('g.uuid', '=', 'u.uuid'),
    )
    .select(['u.login_mail_address', 'u.next_login_mail_address', 'g.device_until', 'g.device_streak'])
    .where('u.uuid', '=', uuid)
    .executeTakeFirst();
}
