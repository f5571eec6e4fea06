import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { OpenidConnections } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export type ConnectionRow = Selectable<OpenidConnections>;

export const listConnections = (tx: Tx): Promise<ConnectionRow[]> =>
  tx.selectFrom('openid_connections').selectAll().orderBy('display_name').orderBy('op_id').execute();

export const findConnection = (tx: Tx, opId: string): Promise<ConnectionRow | undefined> =>
  tx.selectFrom('openid_connections').selectAll().where('op_id', '=', opId).executeTakeFirst();

export const findConnectionByUuid = (tx: Tx, uuid: string): Promise<ConnectionRow | undefined> =>
  tx.selectFrom('openid_connections').selectAll().where('uuid', '=', uuid).executeTakeFirst();

export const holdConnection = (tx: Tx, opId: string): Promise<ConnectionRow | undefined> =>
  tx.selectFrom('openid_connections').selectAll().where('op_id', '=', opId).forUpdate().executeTakeFirst();

/** Two administrators who add at once wait for each other: together they stay within the limit. */
export async function countConnections(tx: Tx): Promise<number> {
  await tx.selectFrom('tenants').select('tenant_id').forNoKeyUpdate().execute();
  const count = tx.selectFrom('openid_connections').select((eb) => eb.fn.countAll<string>().as('count'));
  return Number((await count.executeTakeFirstOrThrow()).count);
}

export async function hasCybozu(tx: Tx): Promise<boolean> {
  const found = tx.selectFrom('openid_connections').select('uuid').where('kind', '=', 'cybozu');
  return (await found.executeTakeFirst()) !== undefined;
}

export async function insertConnection(tx: Tx, row: Insertable<OpenidConnections>): Promise<void> {
  await tx.insertInto('openid_connections').values(row).execute();
}

export async function updateConnection(tx: Tx, uuid: string, changes: Updateable<OpenidConnections>): Promise<void> {
  await tx.updateTable('openid_connections').set(changes).where('uuid', '=', uuid).execute();
}

export async function deleteConnection(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('openid_connections').where('uuid', '=', uuid).execute();
}

export async function noteTested(tx: Tx, uuid: string, now: Date): Promise<void> {
  await tx.updateTable('openid_connections').set({ tested_at: now }).where('uuid', '=', uuid).execute();
}

/** Learns a directory where none is known yet. Returns whether it did. */
export async function learnDirectory(tx: Tx, uuid: string, directoryId: string): Promise<boolean> {
  const learning = tx.updateTable('openid_connections').set({ directory_ids: [directoryId] });
  const known = sql<boolean>`directory_ids = '{}'`;
  return (await learning.where('uuid', '=', uuid).where(known).returning('uuid').executeTakeFirst()) !== undefined;
}
