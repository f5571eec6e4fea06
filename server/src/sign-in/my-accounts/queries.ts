import type { ProvenAccount } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export async function readProvenAccounts(tx: Tx, sessionId: string): Promise<ProvenAccount[]> {
  const row = await tx
    .selectFrom('sessions')
    .select('proven_accounts')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.proven_accounts ?? [];
}

export async function findAccountBrief(tx: Tx, uuid: string) {
  const row = await tx
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.tenant_id', 'u.tenant_id')
    .leftJoin('user_passwords as p', (join) =>
      join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.user_uuid', '=', 'u.uuid'),
    )
    .select(['u.tenant_id', 't.name as tenant_name', 'u.user_id', 'u.uuid', 'u.default_login'])
    .select(['u.signed_out_at', 'p.changed_at as password_changed_at', 't.security_policy'])
    .where('u.uuid', '=', uuid)
    .where('u.status', '=', 'active')
    .where('t.status', '=', 'active')
    .executeTakeFirst();
  return row ?? null;
}

/** Returns whether anything changed. */
export async function setDefaultLogin(tx: Tx, uuid: string, isDefault: boolean): Promise<boolean> {
  const changed = await tx
    .updateTable('users')
    .set({ default_login: isDefault })
    .where('uuid', '=', uuid)
    .where('default_login', '<>', isDefault)
    .returning('uuid')
    .executeTakeFirst();
  return changed !== undefined;
}
