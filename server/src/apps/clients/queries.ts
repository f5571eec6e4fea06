import type { Insertable, Selectable, Updateable } from 'kysely';
import type { OauthClients } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export type ClientRow = Selectable<OauthClients>;

/** Maximum number of clients per tenant; real tenants have tens. */
export const MOST_CLIENTS = 1000;

export async function listClients(tx: Tx): Promise<ClientRow[]> {
  return tx.selectFrom('oauth_clients').selectAll().orderBy('name').orderBy('client_id').limit(MOST_CLIENTS).execute();
}

export async function countClients(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('oauth_clients')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function findClient(tx: Tx, clientId: string): Promise<ClientRow | null> {
  return (
    (await tx.selectFrom('oauth_clients').selectAll().where('client_id', '=', clientId).executeTakeFirst()) ?? null
  );
}

/** Like `findClient`, locked until the transaction ends. */
export async function holdClient(tx: Tx, clientId: string): Promise<ClientRow | null> {
  const query = tx.selectFrom('oauth_clients').selectAll().where('client_id', '=', clientId).forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** The users that a client holds a grant of, `most` of them counted. */
export async function countUsers(tx: Tx, clientId: string, most: number, now: Date): Promise<number> {
  const users = tx
    .selectFrom('oauth_artifacts')
    .select('user_uuid')
    .distinct()
    .where('client_id', '=', clientId)
    .where('model', '=', 'Grant')
    .where('user_uuid', 'is not', null)
    .where('expires_at', '>', now)
    .limit(most);
  const row = await tx
    .selectFrom(users.as('u'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function insertClient(tx: Tx, row: Insertable<OauthClients>): Promise<void> {
  await tx.insertInto('oauth_clients').values(row).execute();
}

export async function updateClient(tx: Tx, clientId: string, set: Updateable<OauthClients>): Promise<void> {
  await tx.updateTable('oauth_clients').set(set).where('client_id', '=', clientId).execute();
}

/** True if it existed. */
export async function deleteClient(tx: Tx, clientId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('oauth_clients').where('client_id', '=', clientId).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Deletes every code, token and grant of a client. What it proved itself with stays used: its keys stay good. */
export async function deleteClientArtifacts(tx: Tx, clientId: string): Promise<void> {
  await tx
    .deleteFrom('oauth_artifacts')
    .where('client_id', '=', clientId)
    .where('model', '<>', 'ReplayDetection')
    .execute();
}
