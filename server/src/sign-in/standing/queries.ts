import type { SecurityPolicy } from '#contract/security-policy.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { signsInByProvider } from '../impact/barriers.ts';

/** What a sign-in at the pages does not read of an account. */
export async function readMore(tx: Tx, uuid: string, policy: SecurityPolicy) {
  return tx
    .selectFrom('users as u')
    .leftJoin('sign_in_guards as g', (join) =>
      join.onRef('g.tenant_id', '=', 'u.tenant_id').onRef('g.uuid', '=', 'u.uuid'),
    )
    .select(['u.login_mail_address', 'u.next_login_mail_address', 'g.device_until', 'g.device_streak'])
    .select(signsInByProvider(policy).$castTo<boolean>().as('has_provider'))
    .where('u.uuid', '=', uuid)
    .executeTakeFirst();
}
