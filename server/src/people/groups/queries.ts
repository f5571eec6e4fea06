import { type Insertable, sql, type Updateable } from 'kysely';
import type { Group, ListedGroup } from '#contract/people/groups-fields.ts';
import { send, together } from '../../platform/db/ask.ts';
import type { Groups } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type GroupRow, groupRowOf, toGroup } from './rows.ts';
import { parentsOf } from './tree/queries.ts';

/** A taken ID (`duplicated_params_groupId`) fails the transaction. */
export async function insertGroup(tx: Tx, row: Insertable<Groups>): Promise<void> {
  await send(tx, tx.insertInto('groups').values(row));
}

export async function updateGroup(tx: Tx, uuid: string, values: Updateable<Groups>): Promise<void> {
  await send(tx, tx.updateTable('groups').set(values).where('uuid', '=', uuid));
}

/** Foreign keys delete its members, tags, edges in the tree and other rows with it. */
export async function deleteGroup(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('groups').where('uuid', '=', uuid).execute();
}

/**
 * A group and the IDs of its parents, read once it is locked, so that changes of it happen one after the other.
 * `toDelete`: also waits for those who add something to it, so that everything is counted before the deletion. Null: no
 * such group.
 */
export async function holdGroup(tx: Tx, uuid: string, toDelete = false): Promise<GroupWithParents | null> {
  const asked = tx.selectFrom('groups').select('uuid').where('uuid', '=', uuid);
  const locked = toDelete ? asked.forUpdate() : asked.forNoKeyUpdate();
  const [, [row], parents] = await together(tx, locked, groupRowOf(uuid), parentsOf(uuid));
  return row ? { group: toGroup(row), parentGroupIds: parents.map(({ key }) => key) } : null;
}

export interface GroupWithParents {
  group: Group;
  /** Lower-cased and sorted. */
  parentGroupIds: string[];
}

/** The same for an existing, locked group. */
export async function readGroup(tx: Tx, uuid: string): Promise<GroupWithParents> {
  const [[row], parents] = await together(tx, groupRowOf(uuid), parentsOf(uuid));
  return { group: toGroup(row as GroupRow), parentGroupIds: parents.map(({ key }) => key) };
}

export interface NamedGroup {
  uuid: string;
  group_id: string;
  name: string;
  source: ListedGroup['source'];
}

/** The group of a UUID, locked against deletion until the transaction ends. */
export async function keepGroup(tx: Tx, uuid: string): Promise<NamedGroup | null> {
  const found = await tx
    .selectFrom('groups')
    .select(['uuid', 'group_id', 'name', 'source'])
    .where('uuid', '=', uuid)
    .forKeyShare()
    .executeTakeFirst();
  return found ?? null;
}

export async function findGroup(tx: Tx, uuid: string): Promise<NamedGroup | null> {
  const found = await tx
    .selectFrom('groups')
    .select(['uuid', 'group_id', 'name', 'source'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return found ?? null;
}

/** Sets exactly these tags. */
export async function setTags(
  tx: Tx,
  group: { tenantId: string; uuid: string },
  tagUuids: readonly string[],
): Promise<void> {
  await send(
    tx,
    sql`delete from group_tags where group_uuid = ${group.uuid} and tag_uuid <> all (${tagUuids}::uuid[])`,
  );
  await send(
    tx,
    sql`insert into group_tags (tenant_id, group_uuid, tag_uuid)
      select ${group.tenantId}, ${group.uuid}, unnest(${tagUuids}::uuid[]) on conflict do nothing`,
  );
}
