import { sql } from 'kysely';
import type { AssignedUser } from '#contract/apps/client-access.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** Whether a user of the transaction's tenant is assigned to a client. */
export async function isAssigned(tx: Tx, clientId: string, userUuid: string): Promise<boolean> {
  const { rows } = await sql<{ assigned: boolean }>`
    select is_assigned(current_tenant(), ${clientId}, ${userUuid}::uuid) as assigned`.execute(tx);
  return rows[0]?.assigned === true;
}

export interface Counts {
  users: number;
  groups: number;
}

export async function countAssigned(tx: Tx, clientId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*) from oauth_client_users where client_id = ${clientId})::integer as users,
      (select count(*) from oauth_client_groups where client_id = ${clientId})::integer as groups`.execute(tx);
  return rows[0] ?? { users: 0, groups: 0 };
}

/** Everyone who is assigned, each once. Of memberships in groups, `most` are read. */
export async function countPeople(tx: Tx, clientId: string, most: number): Promise<{ users: number; more: boolean }> {
  const { rows } = await sql<{ users: number; more: boolean }>`
    with of_groups as materialized (
      select m.user_uuid from group_users m
      where m.group_uuid in (
        select g.group_uuid from oauth_client_groups g where g.client_id = ${clientId}
        union
        select n.descendant_uuid from oauth_client_groups g
        join group_ancestry n on n.tenant_id = g.tenant_id and n.ancestor_uuid = g.group_uuid
        where g.client_id = ${clientId})
      limit ${most + 1})
    select (select count(*) from (
        select user_uuid from oauth_client_users where client_id = ${clientId} union select user_uuid from of_groups) each
      )::integer as users,
      (select count(*) from of_groups) > ${most} as more`.execute(tx);
  return rows[0] ?? { users: 0, more: false };
}

export interface UserRow {
  uuid: string;
  user_id: string;
  family_name: string;
  given_name: string;
  status: AssignedUser['status'];
}

/** A page of the assigned users by user ID, and how many there are. */
export async function listUsers(
  tx: Tx,
  clientId: string,
  { keyword, offset, limit }: { keyword: string; offset: number; limit: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const found = sql`
    oauth_client_users a join users u on u.tenant_id = a.tenant_id and u.uuid = a.user_uuid
    where a.client_id = ${clientId} and (${keyword} = '' or position(lower(${keyword}) in u.search_text) > 0)`;
  const { rows } = await sql<UserRow & { total: number }>`
    select u.uuid, u.user_id, u.family_name, u.given_name, u.status, c.total
    from (select count(*)::integer as total from ${found}) c
    left join lateral (
      select u.uuid, u.user_id, u.family_name, u.given_name, u.status, u.user_id_key from ${found}
      order by u.user_id_key offset ${offset} limit ${limit}) u on true
    order by u.user_id_key`.execute(tx);
  return { rows: rows.filter(({ uuid }) => uuid !== null), total: rows[0]?.total ?? 0 };
}

export interface GroupRow {
  uuid: string;
  group_id: string;
  name: string;
  user_count: number;
  child_count: number;
}

export async function listGroups(tx: Tx, clientId: string): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select g.uuid, g.group_id, g.name, g.child_count,
      (select coalesce(sum(c.users), 0) from group_user_counts c
        where c.tenant_id = g.tenant_id and c.group_uuid = g.uuid)::integer as user_count
    from oauth_client_groups a join groups g on g.tenant_id = a.tenant_id and g.uuid = a.group_uuid
    where a.client_id = ${clientId} order by g.name_key, g.group_id_key`.execute(tx);
  return rows;
}

/** The two kinds of what is assigned. */
const kinds = {
  users: {
    things: sql`users`,
    id: sql`user_id`,
    key: sql`user_id_key`,
    to: sql`oauth_client_users`,
    of: sql`user_uuid`,
  },
  groups: {
    ...{ things: sql`groups`, id: sql`group_id`, key: sql`group_id_key` },
    ...{ to: sql`oauth_client_groups`, of: sql`group_uuid` },
  },
};
export type Kind = keyof typeof kinds;

export interface Found {
  uuid: string;
  id: string;
  key: string;
}

/** Users or groups by visible ID, held until the transaction ends, so that none is deleted meanwhile. */
export async function hold(tx: Tx, kind: Kind, ids: readonly string[]): Promise<Found[]> {
  if (ids.length === 0) return [];
  const { things, id, key } = kinds[kind];
  const keys = ids.map((one) => one.toLowerCase());
  const { rows } = await sql<Found>`
    select t.uuid, t.${id} as id, t.${key} as key from ${things} t
    where t.${key} = any (${keys}::text[]) order by t.uuid for key share`.execute(tx);
  return rows;
}

/** Assigns them; answers which of them were not yet. */
export async function insertAssigned(
  tx: Tx,
  kind: Kind,
  clientId: string,
  uuids: readonly string[],
): Promise<string[]> {
  if (uuids.length === 0) return [];
  const { to, of } = kinds[kind];
  const { rows } = await sql<{ uuid: string }>`
    insert into ${to} (tenant_id, client_id, ${of})
    select current_tenant(), ${clientId}, one from unnest(${uuids}::uuid[]) one
    on conflict do nothing returning ${of} as uuid`.execute(tx);
  return rows.map(({ uuid }) => uuid);
}

/** Takes it from them; answers which of them were assigned. */
export async function deleteAssigned(
  tx: Tx,
  kind: Kind,
  clientId: string,
  uuids: readonly string[],
): Promise<string[]> {
  if (uuids.length === 0) return [];
  const { to, of } = kinds[kind];
  const { rows } = await sql<{ uuid: string }>`
    delete from ${to} where client_id = ${clientId} and ${of} = any (${uuids}::uuid[]) returning ${of} as uuid`.execute(
    tx,
  );
  return rows.map(({ uuid }) => uuid);
}

/** Ends what a client has of users who may no longer use it, and tells it that their sessions ended. */
export async function endLost(tx: Tx, clientId: string): Promise<void> {
  await sql`select end_lost_app(current_tenant(), ${clientId})`.execute(tx);
}
