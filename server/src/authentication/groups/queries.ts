import { type Insertable, sql, type Updateable } from 'kysely';
import type { Groups } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';

export async function insertGroup(tx: Tx, row: Insertable<Groups>): Promise<void> {
  await tx.insertInto('groups').values(row).execute();
}

export async function updateGroup(tx: Tx, uuid: string, values: Updateable<Groups>): Promise<void> {
  await tx.updateTable('groups').set(values).where('uuid', '=', uuid).execute();
}

/** Members, tags, its edges in the tree and what else there is of it go with it (foreign keys). */
export async function deleteGroup(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('groups').where('uuid', '=', uuid).execute();
}

/**
 * Whether there is the group; if so, changes of it come one after the other until the transaction ends. `toDelete`: who
 * puts something into it is waited for too, so that all there is can be counted before it goes.
 */
export async function holdGroup(tx: Tx, uuid: string, toDelete = false): Promise<boolean> {
  const asked = tx.selectFrom('groups').select('uuid').where('uuid', '=', uuid);
  const found = await (toDelete ? asked.forUpdate() : asked.forNoKeyUpdate()).executeTakeFirst();
  return found !== undefined;
}

export interface NamedGroup {
  uuid: string;
  group_id: string;
  name: string;
}

/** The group of a uuid; it does not go away until the transaction ends. */
export async function keepGroup(tx: Tx, uuid: string): Promise<NamedGroup | null> {
  const found = await tx
    .selectFrom('groups')
    .select(['uuid', 'group_id', 'name'])
    .where('uuid', '=', uuid)
    .forKeyShare()
    .executeTakeFirst();
  return found ?? null;
}

export async function findGroup(tx: Tx, uuid: string): Promise<NamedGroup | null> {
  const found = await tx
    .selectFrom('groups')
    .select(['uuid', 'group_id', 'name'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return found ?? null;
}

/** Makes the tags these and no others. */
export async function setTags(
  tx: Tx,
  group: { tenantId: string; uuid: string },
  tagUuids: readonly string[],
): Promise<void> {
  await sql`delete from group_tags where group_uuid = ${group.uuid} and tag_uuid <> all (${tagUuids}::uuid[])`.execute(
    tx,
  );
  await sql`
    insert into group_tags (tenant_id, group_uuid, tag_uuid)
    select ${group.tenantId}, ${group.uuid}, unnest(${tagUuids}::uuid[]) on conflict do nothing`.execute(tx);
}
