import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { GroupName } from '#contract/authentication/groups-fields.ts';
import type { GroupMembers } from '#contract/authentication/users-search.ts';
import type { Tx } from '../../../db/transaction.ts';

/** Which members of a group to read, in the order of their ids: from behind a key, in this direction. */
export interface Reading {
  uuid: string;
  members: GroupMembers;
  descending: boolean;
  from: string | undefined;
  limit: number;
}

export interface Place {
  uuid: string;
  key: string;
}

/** The groups whose direct members they are. */
const sources = ({ uuid, members }: Pick<Reading, 'uuid' | 'members'>): RawBuilder<unknown> => {
  const itself = sql`select ${uuid}::uuid as uuid`;
  const below = sql`select a.descendant_uuid as uuid from group_ancestry a where a.ancestor_uuid = ${uuid}`;
  if (members === 'direct') return itself;
  return members === 'inherited' ? below : sql`${itself} union all ${below}`;
};

const behind = (key: RawBuilder<string>, { descending, from }: Reading): RawBuilder<SqlBool> =>
  from === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${key} ${sql.raw(descending ? '<' : '>')} ${from}`;
const wayOf = ({ descending }: Reading) => sql.raw(descending ? 'desc' : 'asc');

export interface Base {
  hasChildren: boolean;
  /** Direct members. */
  users: number;
}

/** The group whose members are asked for; null: no such group. */
export async function readBase(tx: Tx, uuid: string): Promise<Base | null> {
  const { rows } = await sql<Base>`
    select g.child_count > 0 as "hasChildren", (
      select coalesce(sum(c.users), 0)::bigint from group_user_counts c where c.group_uuid = ${uuid}) as users
    from groups g where g.uuid = ${uuid}`.execute(tx);
  return rows[0] ?? null;
}

/** How many groups the members come from, and how many memberships there are in all of them. */
export async function measure(
  tx: Tx,
  asked: Pick<Reading, 'uuid' | 'members'>,
): Promise<{ groups: number; memberships: number }> {
  const { rows } = await sql<{ groups: number; memberships: number }>`
    select (select count(*) from (${sources(asked)}) s) as groups, (
      select coalesce(sum(c.users), 0)::bigint from group_user_counts c
      where c.group_uuid in (${sources(asked)})) as memberships`.execute(tx);
  return rows[0] ?? { groups: 0, memberships: 0 };
}

/** Each counted once. */
export async function countMembers(tx: Tx, asked: Pick<Reading, 'uuid' | 'members'>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select distinct m.user_uuid from (${sources(asked)}) s join group_users m on m.group_uuid = s.uuid) member`.execute(
    tx,
  );
  return rows[0]?.total ?? 0;
}

/** From the beginning of each of the groups: the fewer groups, the quicker. */
export async function mergeGroups(tx: Tx, reading: Reading): Promise<Place[]> {
  const way = wayOf(reading);
  const { rows } = await sql<Place>`
    select distinct on (m.user_id_key) m.user_uuid as uuid, m.user_id_key as key from (${sources(reading)}) s
    cross join lateral (
      select n.user_uuid, n.user_id_key from group_users n
      where n.group_uuid = s.uuid and ${behind(sql<string>`n.user_id_key`, reading)}
      order by n.user_id_key ${way} limit ${reading.limit}) m
    order by m.user_id_key ${way} limit ${reading.limit}`.execute(tx);
  return rows;
}

/** Looks user by user, no further than `budget`, whether they are members: the more members, the quicker. */
export async function scanUsers(tx: Tx, reading: Reading, budget: number): Promise<Place[]> {
  const way = wayOf(reading);
  const { rows } = await sql<Place>`
    select u.uuid, u.key from (
      select n.uuid, n.user_id_key as key from users n where ${behind(sql<string>`n.user_id_key`, reading)}
      order by n.user_id_key ${way} limit ${budget}) u
    where ${isMember(sql<string>`u.uuid`, reading)} order by u.key ${way} limit ${reading.limit}`.execute(tx);
  return rows;
}

function isMember(user: RawBuilder<string>, { uuid, members }: Reading): RawBuilder<SqlBool> {
  const itself = members === 'all' ? sql<SqlBool>`m.group_uuid = ${uuid} or ` : sql``;
  return sql<SqlBool>`exists (select from group_users m where m.user_uuid = ${user} and (${itself} exists (
    select from group_ancestry a where a.ancestor_uuid = ${uuid} and a.descendant_uuid = m.group_uuid)))`;
}

export interface Way {
  uuid: string;
  direct: boolean;
  through: GroupName[];
}

/** How each of these users comes to be in the group. */
export async function waysOf(tx: Tx, groupUuid: string, userUuids: readonly string[]): Promise<Map<string, Way>> {
  const { rows } = await sql<Way>`
    with way as (
      select distinct m.user_uuid, c.uuid, c.group_id, c.name, c.name_key, c.group_id_key
      from group_users m
      cross join lateral (
        select m.group_uuid as uuid union all
        select a.ancestor_uuid from group_ancestry a where a.descendant_uuid = m.group_uuid) above
      join group_groups e on e.parent_uuid = ${groupUuid} and e.child_uuid = above.uuid
      join groups c on c.tenant_id = e.tenant_id and c.uuid = e.child_uuid
      where m.user_uuid = any (${userUuids}::uuid[]))
    select asked.uuid, d.user_uuid is not null as direct, coalesce(w.through, '[]') as through
    from unnest(${userUuids}::uuid[]) asked (uuid)
    left join group_users d on d.group_uuid = ${groupUuid} and d.user_uuid = asked.uuid
    left join (
      select user_uuid, json_agg(json_build_object('uuid', uuid, 'groupId', group_id, 'name', name)
        order by name_key, group_id_key) as through
      from way group by user_uuid) w on w.user_uuid = asked.uuid`.execute(tx);
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** The users of the tenant. */
export async function countUsers(tx: Tx): Promise<number> {
  const { rows } = await sql<{ users: number }>`select count_users() as users`.execute(tx);
  return rows[0]?.users ?? 0;
}
