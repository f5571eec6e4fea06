import { sql } from 'kysely';
import { named } from '../../../platform/db/ask.ts';
import type { Tx } from '../../../platform/db/transaction.ts';

/** Locks the tree until the transaction ends. Call it before locking any group, to avoid deadlocks. */
export async function lockEdges(tx: Tx): Promise<void> {
  await sql`select lock_group_edges()`.execute(tx);
}

export interface FoundGroup {
  uuid: string;
  key: string;
}

/** Groups by visible ID, lower-cased in `key`, locked against deletion until the transaction ends. */
export async function keepGroupsById(tx: Tx, groupIds: readonly string[]): Promise<FoundGroup[]> {
  const keys = groupIds.map((groupId) => groupId.toLowerCase());
  const { rows } = await sql<FoundGroup>`
    select uuid, group_id_key as key from groups where group_id_key = any (${keys}::text[])
    order by uuid for key share`.execute(tx);
  return rows;
}

/** Those of the groups that contain the group, or are it. */
export async function containing(tx: Tx, uuids: readonly string[], uuid: string): Promise<Set<string>> {
  const { rows } = await sql<{ uuid: string }>`
    select asked.uuid from unnest(${uuids}::uuid[]) asked (uuid)
    where asked.uuid = ${uuid} or exists (
      select from group_ancestry a where a.ancestor_uuid = asked.uuid and a.descendant_uuid = ${uuid})`.execute(tx);
  return new Set(rows.map((row) => row.uuid));
}

/** Those of the groups that are in the group, or are it. */
export async function containedIn(tx: Tx, uuids: readonly string[], uuid: string): Promise<Set<string>> {
  const { rows } = await sql<{ uuid: string }>`
    select asked.uuid from unnest(${uuids}::uuid[]) asked (uuid)
    where asked.uuid = ${uuid} or exists (
      select from group_ancestry a where a.ancestor_uuid = ${uuid} and a.descendant_uuid = asked.uuid)`.execute(tx);
  return new Set(rows.map((row) => row.uuid));
}

const ways = { up: ['parent_uuid', 'child_uuid'], down: ['child_uuid', 'parent_uuid'] } as const;

/** For each of these groups, the number of levels from it to the top or to the bottom, including itself. */
export async function levelsFrom(
  tx: Tx,
  way: keyof typeof ways,
  uuids: readonly string[],
): Promise<Map<string, number>> {
  const [next, from] = ways[way].map((column) => sql.ref(`e.${column}`));
  const { rows } = await sql<{ start: string; levels: number }>`
    with recursive walk (start, uuid, level) as (
      select asked.uuid, asked.uuid, 1 from unnest(${uuids}::uuid[]) asked (uuid)
      union
      select w.start, ${next}, w.level + 1 from walk w join group_groups e on ${from} = w.uuid)
    select start, max(level) as levels from walk group by start`.execute(tx);
  return new Map(rows.map(({ start, levels }) => [start, levels]));
}

export interface Edge {
  parent: string;
  child: string;
}

const unnested = (edges: readonly Edge[]) => sql`
  unnest(${edges.map(({ parent }) => parent)}::uuid[], ${edges.map(({ child }) => child)}::uuid[]) as e (parent, child)`;

/** Adds edges; returns the new ones. */
export async function insertEdges(tx: Tx, tenantId: string, edges: readonly Edge[]): Promise<Edge[]> {
  const { rows } = await sql<Edge>`
    insert into group_groups (tenant_id, parent_uuid, child_uuid)
    select ${tenantId}, e.parent, e.child from ${unnested(edges)} on conflict do nothing
    returning parent_uuid as parent, child_uuid as child`.execute(tx);
  return rows;
}

/** Removes edges; returns those that existed. */
export async function deleteEdges(tx: Tx, edges: readonly Edge[]): Promise<Edge[]> {
  const { rows } = await sql<Edge>`
    delete from group_groups g using ${unnested(edges)} where g.parent_uuid = e.parent and g.child_uuid = e.child
    returning g.parent_uuid as parent, g.child_uuid as child`.execute(tx);
  return rows;
}

/** Parents and child groups of a group. */
export async function edgesOf(tx: Tx, uuid: string): Promise<Edge[]> {
  const { rows } = await sql<Edge>`
    select parent_uuid as parent, child_uuid as child from group_groups
    where parent_uuid = ${uuid} or child_uuid = ${uuid}`.execute(tx);
  return rows;
}

/** The parents of a group. */
export const parentsOf = (uuid: string) =>
  named(
    'parents_of',
    sql<FoundGroup>`
      select g.uuid, g.group_id_key as key
      from group_groups e join groups g on g.tenant_id = e.tenant_id and g.uuid = e.parent_uuid
      where e.child_uuid = ${uuid} order by g.group_id_key`,
  );

/** The IDs of each of these groups and of its parents, lower-cased and sorted. */
export async function parentIdsOf(
  tx: Tx,
  uuids: readonly string[],
): Promise<Map<string, { key: string; parents: string[] }>> {
  const { rows } = await sql<{ uuid: string; key: string; parents: string[] }>`
    select c.uuid, c.group_id_key as key, array(
      select p.group_id_key from group_groups e join groups p on p.tenant_id = e.tenant_id and p.uuid = e.parent_uuid
      where e.child_uuid = c.uuid order by p.group_id_key) as parents
    from groups c where c.uuid = any (${uuids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.uuid, row]));
}
