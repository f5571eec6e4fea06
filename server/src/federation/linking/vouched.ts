import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Vouching } from '../../sign-in/ports.ts';
import { findLink } from './links.ts';

/**
 * The ID of a connection that vouches for a user now (`sign-in/ports.ts`): it is enabled and linked to them; and whether an
 * administrator named their account there. Asked again when the sign-in completes, for an administrator may have acted since
 * the provider answered.
 */
export async function findVouching(
  tx: Tx,
  { connection, userUuid }: { connection: string; userUuid: string },
): Promise<Vouching | null> {
  const enabled = await findEnabled(tx, connection);
  const linked = enabled && (await findLink(tx, connection, userUuid));
  return linked && { type: enabled.type, id: enabled.id, ...linked };
}

/** A connection, by its ID in addresses, if it is enabled; null otherwise. Those of each protocol have a table of their own. */
export async function findEnabled(
  tx: Tx,
  uuid: string,
): Promise<{ type: 'oidc' | 'saml'; id: string; displayName: string } | null> {
  const openid = tx
    .selectFrom('openid_connections')
    .select(['op_id as id', 'display_name as displayName', sql.lit<'oidc' | 'saml'>('oidc').as('type')]);
  const saml = tx
    .selectFrom('saml_connections')
    .select(['saml_id as id', 'display_name as displayName', sql.lit<'oidc' | 'saml'>('saml').as('type')]);
  const found = await openid
    .where('uuid', '=', uuid)
    .where('enabled', '=', true)
    .union(saml.where('uuid', '=', uuid).where('enabled', '=', true))
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Whether a connection is enabled, which stays so until the transaction ends: an administrator may have switched it off
 * since the answer of its provider was begun to be judged, and then nobody is linked or added.
 */
export async function holdEnabled(tx: Tx, connection: string): Promise<boolean> {
  const openid = tx.selectFrom('openid_connections').select('enabled').where('uuid', '=', connection);
  const saml = tx.selectFrom('saml_connections').select('enabled').where('uuid', '=', connection);
  const found = (await openid.forShare().executeTakeFirst()) ?? (await saml.forShare().executeTakeFirst());
  return found?.enabled === true;
}
