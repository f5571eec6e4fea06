import type { Insertable, Selectable } from 'kysely';
import type { ConnectionSetupLinks } from '../../platform/db/rows.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export type LinkRow = Selectable<ConnectionSetupLinks>;
/** With the rights of its maker as they are now. */
export type HeldLink = LinkRow & { maker_status: string | null; maker_roles: string[] | null };

const ofConnection = (tx: Tx, connection: string) =>
  tx
    .selectFrom('connection_setup_links')
    .selectAll()
    .where((eb) => eb.or([eb('saml_connection', '=', connection), eb('openid_connection', '=', connection)]));

export const findLatest = (tx: Tx, connection: string): Promise<LinkRow | undefined> =>
  ofConnection(tx, connection).orderBy('uuid', 'desc').executeTakeFirst();

export async function insertLink(tx: Tx, row: Insertable<ConnectionSetupLinks>): Promise<void> {
  await tx.insertInto('connection_setup_links').values(row).execute();
}

/** Ends what works of the links of a connection, with the tests that were begun with them. Returns how many. */
export async function revokeLinks(tx: Tx, connection: string, now: Date): Promise<string[]> {
  const ended = await tx
    .updateTable('connection_setup_links')
    .set({ revoked_at: now })
    .where((eb) => eb.or([eb('saml_connection', '=', connection), eb('openid_connection', '=', connection)]))
    .where('revoked_at', 'is', null)
    .where('completed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('uuid')
    .execute();
  for (const { uuid } of ended) await deleteTests(tx, uuid);
  return ended.map(({ uuid }) => uuid);
}

/** Removes the links of a connection that ended before a moment. */
export async function deleteOld(tx: Tx, connection: string, before: Date): Promise<void> {
  await tx
    .deleteFrom('connection_setup_links')
    .where((eb) => eb.or([eb('saml_connection', '=', connection), eb('openid_connection', '=', connection)]))
    .where((eb) => eb.fn('least', ['revoked_at', 'completed_at', 'expires_at']), '<', before)
    .execute();
}

/** Tests that are under way come back to nothing. */
export async function deleteTests(tx: Tx, link: string): Promise<void> {
  await tx.deleteFrom('federated_requests').where('setup_link', '=', link).execute();
}

/** The link of this secret. */
export const findByHash = (tx: Tx, linkHash: Buffer): Promise<LinkRow | undefined> =>
  tx.selectFrom('connection_setup_links').selectAll().where('link_hash', '=', linkHash).executeTakeFirst();

/** Opens a link for one browser: of two at once the second finds nothing. */
export function openLink(tx: Tx, linkHash: Buffer, browserHash: Buffer, now: Date) {
  return tx
    .updateTable('connection_setup_links')
    .set({ opened_at: now, browser_hash: browserHash })
    .where('link_hash', '=', linkHash)
    .where('opened_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('uuid')
    .executeTakeFirst();
}

/** The link that a browser goes on with. */
export const findOfBrowser = (tx: Tx, browserHash: Buffer): Promise<LinkRow | undefined> =>
  tx.selectFrom('connection_setup_links').selectAll().where('browser_hash', '=', browserHash).executeTakeFirst();

/** The same, locked. */
export const holdOfBrowser = (tx: Tx, browserHash: Buffer): Promise<HeldLink | undefined> =>
  tx
    .selectFrom('connection_setup_links as l')
    .leftJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'l.tenant_id').onRef('u.uuid', '=', 'l.created_by_uuid'),
    )
    .selectAll('l')
    .select(['u.status as maker_status', 'u.roles as maker_roles'])
    .where('l.browser_hash', '=', browserHash)
    .forUpdate('l')
    .executeTakeFirst();

export async function setCompleted(tx: Tx, uuid: string, now: Date): Promise<void> {
  await tx.updateTable('connection_setup_links').set({ completed_at: now }).where('uuid', '=', uuid).execute();
}
