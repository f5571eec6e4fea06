import type { Tx } from '../../platform/db/transaction.ts';
import { isLinked } from './links.ts';

/**
 * Whether a connection vouches for a user now (`sign-in/ports.ts`): it is enabled and linked to them. Asked again when the
 * sign-in completes, for an administrator may have acted since the provider answered.
 */
export async function isVouchedFor(
  tx: Tx,
  { connection, userUuid }: { connection: string; userUuid: string },
): Promise<boolean> {
  return (await isEnabled(tx, connection)) && (await isLinked(tx, connection, userUuid));
}

/** Connections of each protocol have a table of their own. */
async function isEnabled(tx: Tx, connection: string): Promise<boolean> {
  const openid = tx.selectFrom('openid_connections').select('uuid').where('uuid', '=', connection);
  const saml = tx.selectFrom('saml_connections').select('uuid').where('uuid', '=', connection);
  const either = openid.where('enabled', '=', true).union(saml.where('enabled', '=', true));
  return (await either.executeTakeFirst()) !== undefined;
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
