import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import { resetFacts } from '../account.ts';
import { may } from '../may.ts';

/** The user who signs in with an address in the tenant of the transaction. */
export async function findUserByMail(tx: Tx, mailKey: string): Promise<string | null> {
  const row = await tx
    .selectFrom('users')
    .select('uuid')
    .where('login_mail_address_key', '=', mailKey)
    .executeTakeFirst();
  return row?.uuid ?? null;
}

/**
 * True if a user may set a password by email: active or locked, in an active tenant whose policy signs them in with it,
 * and with a password or an account kept by hand. Users of a directory sign in there (`sign-in/may.ts`).
 */
export async function isResettable(tx: Tx, userUuid: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.tenant_id', 'u.tenant_id')
    .select(['t.status as tenant_status', 't.security_policy'])
    .select(['u.status', 'u.locked_until', 'u.user_id', 'u.source', 'u.roles'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('user_passwords as p')
            .select('p.user_uuid')
            .whereRef('p.tenant_id', '=', 'u.tenant_id')
            .whereRef('p.user_uuid', '=', 'u.uuid'),
        )
        .$castTo<boolean>()
        .as('has_password'),
    )
    .where('u.uuid', '=', userUuid)
    .executeTakeFirst();
  return row !== undefined && may(resetFacts(row, now), 'reset');
}

/** True if a link was issued for this request before. */
export async function isRequestAnswered(tx: Tx, userUuid: string, requestId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('one_time_codes')
    .select('code_hash')
    .where('user_uuid', '=', userUuid)
    .where('kind', '=', 'exchange')
    .where(sql`data->>'requestId'`, '=', requestId)
    .executeTakeFirst();
  return row !== undefined;
}
