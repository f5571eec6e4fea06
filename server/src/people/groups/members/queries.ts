import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transaction.ts';
import type { MemberKind } from './kind.ts';

export interface Found {
  uuid: string;
  /** The ID as shown, and lower-cased. */
  id: string;
  key: string;
}

/** Locks users or devices by visible ID until the transaction ends; always in one order, to avoid deadlocks. */
export async function hold(tx: Tx, kind: MemberKind, ids: readonly string[]): Promise<Found[]> {
  const keys = ids.map((id) => id.toLowerCase());
  const { rows } = await sql<Found>`
    select t.uuid, ${kind.idOf('t')} as id, ${kind.keyOf('t')} as key from ${kind.things} t
    where ${kind.keyOf('t')} = any (${keys}::text[]) order by t.uuid for no key update`.execute(tx);
  return rows;
}

/** The group IDs of each, lower-cased and sorted. */
export async function groupIdsOf(tx: Tx, kind: MemberKind, uuids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ uuid: string; keys: string[] }>`
    select asked.uuid, array(
      select g.group_id_key from ${kind.memberships} m join groups g on g.tenant_id = m.tenant_id and g.uuid = m.group_uuid
      where ${kind.memberOf('m')} = asked.uuid order by g.group_id_key) as keys
    from unnest(${uuids}::uuid[]) asked (uuid)`.execute(tx);
  return new Map(rows.map((row) => [row.uuid, row.keys]));
}

/** Adds members; returns those who were not in the group. */
export async function insertMembers(
  tx: Tx,
  kind: MemberKind,
  group: { tenantId: string; uuid: string },
  found: readonly Found[],
): Promise<string[]> {
  const uuids = found.map(({ uuid }) => uuid);
  const keys = found.map(({ key }) => key);
  const { rows } = await sql<{ uuid: string }>`
    insert into ${kind.memberships} as m (${kind.columns})
    select ${group.tenantId}, ${group.uuid}, t.uuid, t.key from unnest(${uuids}::uuid[], ${keys}::text[]) t (uuid, key)
    on conflict do nothing returning ${kind.memberOf('m')} as uuid`.execute(tx);
  return rows.map(({ uuid }) => uuid);
}

/** Removes members; returns those who were in the group. */
export async function deleteMembers(
  tx: Tx,
  kind: MemberKind,
  groupUuid: string,
  found: readonly Found[],
): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    delete from ${kind.memberships} m
    where m.group_uuid = ${groupUuid} and ${kind.memberOf('m')} = any (${found.map(({ uuid }) => uuid)}::uuid[])
    returning ${kind.memberOf('m')} as uuid`.execute(tx);
  return rows.map(({ uuid }) => uuid);
}
