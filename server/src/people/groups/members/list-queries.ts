import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { GroupName } from '#contract/people/groups-fields.ts';
import type { GroupMembers } from '#contract/in-group.ts';
import { ask, named } from '../../../platform/db/ask.ts';
import type { Tx } from '../../../platform/db/transaction.ts';
import type { MemberKind } from './kind.ts';

/** The members of a group to read, ordered by ID: after a key, in this direction. */
export interface Reading {
  kind: MemberKind;
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

/** The groups, and which of their members. */
export type Asked = Pick<Reading, 'kind' | 'uuid' | 'members'>;

/** The groups whose direct members to read. */
const sources = ({ uuid, members }: Pick<Asked, 'uuid' | 'members'>): RawBuilder<unknown> => {
  const itself = sql`select ${uuid}::uuid as uuid`;
  const below = sql`select a.descendant_uuid as uuid from group_ancestry a where a.ancestor_uuid = ${uuid}`;
  if (members === 'direct') return itself;
  return members === 'inherited' ? below : sql`${itself} union all ${below}`;
};

const behind = (key: RawBuilder<string>, { descending, from }: Reading): RawBuilder<SqlBool> =>
  from === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${key} ${sql.raw(descending ? '<' : '>')} ${from}`;
const wayOf = ({ descending }: Pick<Reading, 'descending'>) => sql.raw(descending ? 'desc' : 'asc');

export interface Base {
  hasChildren: boolean;
  /** The number of these groups, and of the memberships in all of them. */
  groups: number;
  memberships: number;
  /** The number of possible members: all of the tenant. */
  all: number;
}

/** The group whose members to read; no row: no such group. */
export const baseOf = (asked: Asked) =>
  named(
    `group_of_${asked.kind.thing}s_${asked.members}`,
    sql<Base>`
      select g.child_count > 0 as "hasChildren", (select count(*) from (${sources(asked)}) s) as groups, (
          select coalesce(sum(${asked.kind.countOf('c')}), 0)::bigint from ${asked.kind.counts} c
          where c.group_uuid in (${sources(asked)})) as memberships,
        ${asked.kind.all} as all
      from groups g where g.uuid = ${asked.uuid}`,
  );

/** Each counted once. */
export const countMembers = (asked: Asked) => sql<{ total: number }>`
  select count(*) as total from (
    select distinct ${asked.kind.memberOf('m')} from (${sources(asked)}) s
    join ${asked.kind.memberships} m on m.group_uuid = s.uuid) member`;

/** Direct members. */
export async function directPlaces(tx: Tx, reading: Reading): Promise<Place[]> {
  const { kind, uuid, limit } = reading;
  const key = kind.keyOf('m');
  const places = sql<Place>`
    select ${kind.memberOf('m')} as uuid, ${key} as key from ${kind.memberships} m
    where m.group_uuid = ${uuid} and ${behind(key, reading)} order by ${key} ${wayOf(reading)} limit ${limit}`;
  const name = ['members', kind.thing, reading.descending && 'down', reading.from !== undefined && 'behind'];
  return ask(tx, named(name.filter(Boolean).join('_'), places));
}

/**
 * Reads from the start of each group: the fewer groups, the faster. Reads only the first member of every group, and
 * more of those whose first can be on the page.
 */
export async function mergeGroups(tx: Tx, reading: Reading): Promise<Place[]> {
  const way = wayOf(reading);
  const opposite = wayOf({ descending: !reading.descending });
  const upTo = sql.raw(reading.descending ? '>=' : '<=');
  const { memberships, memberOf, keyOf } = reading.kind;
  const beginning = (group: string, count: number) => sql`
    select ${memberOf('n')} as uuid, ${keyOf('n')} as key from ${memberships} n
    where n.group_uuid = ${sql.ref(group)} and ${behind(keyOf('n'), reading)} order by ${keyOf('n')} ${way} limit ${count}`;
  const { rows } = await sql<Place>`
    with heads as materialized (
      select s.uuid, m.key from (${sources(reading)}) s cross join lateral (${beginning('s.uuid', 1)}) m),
    page as (select distinct h.key from heads h order by h.key ${way} limit ${reading.limit}),
    goal as (select p.key from page p order by p.key ${opposite} limit 1)
    select distinct on (m.key) m.uuid, m.key from heads h cross join lateral (${beginning('h.uuid', reading.limit)}) m
    where (select count(*) from page) < ${reading.limit} or h.key ${upTo} (select key from goal)
    order by m.key ${way} limit ${reading.limit}`.execute(tx);
  return rows;
}

/** Checks users or devices one after the other, up to `budget`: the more members, the faster. */
export async function scanAll(tx: Tx, reading: Reading, budget: number): Promise<Place[]> {
  const way = wayOf(reading);
  const { things, keyOf } = reading.kind;
  const { rows } = await sql<Place>`
    select t.uuid, t.key from (
      select n.uuid, ${keyOf('n')} as key from ${things} n where ${behind(keyOf('n'), reading)}
      order by ${keyOf('n')} ${way} limit ${budget}) t
    where ${isMember(sql<string>`t.uuid`, reading)} order by t.key ${way} limit ${reading.limit}`.execute(tx);
  return rows;
}

function isMember(thing: RawBuilder<string>, { kind, uuid, members }: Reading): RawBuilder<SqlBool> {
  const itself = members === 'all' ? sql<SqlBool>`m.group_uuid = ${uuid} or ` : sql``;
  return sql<SqlBool>`exists (select from ${kind.memberships} m where ${kind.memberOf('m')} = ${thing} and (${itself} exists (
    select from group_ancestry a where a.ancestor_uuid = ${uuid} and a.descendant_uuid = m.group_uuid)))`;
}

export interface Way {
  uuid: string;
  direct: boolean;
  through: GroupName[];
}

/** The kind of membership of each. `offset 0`: checked one at a time, rather than for a large group as a whole. */
export const waysOf = ({ thing, memberships, memberOf }: MemberKind, groupUuid: string, uuids: readonly string[]) =>
  named(
    `ways_of_${thing}s`,
    sql<Way>`
  with way as (
    select distinct ${memberOf('m')} as member, c.uuid, c.group_id, c.name, c.name_key, c.group_id_key
    from ${memberships} m
    cross join lateral (
      select m.group_uuid as uuid union all
      select a.ancestor_uuid from group_ancestry a where a.descendant_uuid = m.group_uuid) above
    join group_groups e on e.parent_uuid = ${groupUuid} and e.child_uuid = above.uuid
    join groups c on c.tenant_id = e.tenant_id and c.uuid = e.child_uuid
    where ${memberOf('m')} = any (${uuids}::uuid[]))
  select asked.uuid, coalesce(w.through, '[]') as through, exists (
    select from ${memberships} d where d.group_uuid = ${groupUuid} and ${memberOf('d')} = asked.uuid offset 0) as direct
  from unnest(${uuids}::uuid[]) asked (uuid)
  left join (
    select member, json_agg(json_build_object('uuid', uuid, 'groupId', group_id, 'name', name)
      order by name_key, group_id_key) as through
    from way group by member) w on w.member = asked.uuid`,
  );

/** Placeholder for queries that need less. */
export const nothing = <Row>() => named('nothing', sql<Row>`select where false`);
