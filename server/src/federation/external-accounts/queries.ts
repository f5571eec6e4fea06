import type { Tx } from '../../platform/db/transaction.ts';

/** `op_id`: the connection's ID in addresses, by which people know it; links keep its UUID (`linking/links.ts`). */
export async function listAccounts(tx: Tx, userUuid: string) {
  return tx
    .selectFrom('openid_provider_accounts as account')
    .leftJoin('openid_connections as connection', (join) =>
      join
        .onRef('connection.tenant_id', '=', 'account.tenant_id')
        .on((eb) => eb(eb.cast<string>('connection.uuid', 'text'), '=', eb.ref('account.op_id'))),
    )
    .leftJoin('saml_connections as saml', (join) =>
      join
        .onRef('saml.tenant_id', '=', 'account.tenant_id')
        .on((eb) => eb(eb.cast<string>('saml.uuid', 'text'), '=', eb.ref('account.op_id'))),
    )
    .select(['account.uuid', 'account.display_name', 'account.created_at', 'connection.kind'])
    .select((eb) => eb.fn.coalesce('connection.enabled', 'saml.enabled', eb.lit(false)).as('is_enabled'))
    .select((eb) => eb.fn.coalesce('connection.op_id', 'saml.saml_id', 'account.op_id').as('op_id'))
    .select('saml.saml_id')
    .where('account.user_uuid', '=', userUuid)
    .orderBy('account.created_at')
    .orderBy('account.uuid')
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

export async function rolesOf(tx: Tx, userUuid: string): Promise<string[]> {
  return (await tx.selectFrom('users').select('roles').where('uuid', '=', userUuid).executeTakeFirst())?.roles ?? [];
}
