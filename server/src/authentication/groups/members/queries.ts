import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';

export interface FoundUser {
  uuid: string;
  user_id: string;
  key: string;
}

/** Users by their visible ids, held until the transaction ends; in one order everywhere, so that two calls never deadlock. */
export async function holdUsers(tx: Tx, userIds: readonly string[]): Promise<FoundUser[]> {
  const keys = userIds.map((userId) => userId.toLowerCase());
  const { rows } = await sql<FoundUser>`
    select uuid, user_id, user_id_key as key from users where user_id_key = any (${keys}::text[])
    order by uuid for no key update`.execute(tx);
  return rows;
}

/** Of each of these users the ids of the groups, lower-cased and sorted. */
export async function groupIdsOf(tx: Tx, userUuids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ uuid: string; keys: string[] }>`
    select asked.uuid, array(
      select g.group_id_key from group_users m join groups g on g.tenant_id = m.tenant_id and g.uuid = m.group_uuid
      where m.user_uuid = asked.uuid order by g.group_id_key) as keys
    from unnest(${userUuids}::uuid[]) asked (uuid)`.execute(tx);
  return new Map(rows.map((row) => [row.uuid, row.keys]));
}

/** Answers those who were not in it. */
export async function insertMembers(
  tx: Tx,
  group: { tenantId: string; uuid: string },
  users: readonly FoundUser[],
): Promise<string[]> {
  const uuids = users.map(({ uuid }) => uuid);
  const keys = users.map(({ key }) => key);
  const { rows } = await sql<{ uuid: string }>`
    insert into group_users (tenant_id, group_uuid, user_uuid, user_id_key)
    select ${group.tenantId}, ${group.uuid}, u.uuid, u.key from unnest(${uuids}::uuid[], ${keys}::text[]) u (uuid, key)
    on conflict do nothing returning user_uuid as uuid`.execute(tx);
  return rows.map(({ uuid }) => uuid);
}

/** Answers those who were in it. */
export async function deleteMembers(tx: Tx, groupUuid: string, users: readonly FoundUser[]): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    delete from group_users where group_uuid = ${groupUuid} and user_uuid = any (${users.map(({ uuid }) => uuid)}::uuid[])
    returning user_uuid as uuid`.execute(tx);
  return rows.map(({ uuid }) => uuid);
}
