import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ask, named, send, together } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Versioned } from './version.ts';

/** A group of a source. */
export interface GroupRow extends Versioned {
  tenant_id: string;
  group_uuid: string;
  display_name: string;
  external_id: string | null;
  created_at: Date;
}

/** A user who is held, as the room of groups names one. */
export interface HeldMember {
  uuid: string;
  id: string;
  key: string;
}

const columns = sql`s.tenant_id, s.group_uuid, s.display_name, s.external_id, s.version, s.created_at, s.updated_at as changed_at`;
const ofSource = (source: string) => sql`s.source_uuid = ${source}::uuid`;

export async function findGroup(tx: Tx, source: string, uuid: string): Promise<GroupRow | null> {
  const question = sql<GroupRow>`
    select ${columns} from source_groups s where ${ofSource(source)} and s.group_uuid = ${uuid}::uuid`;
  return (await ask(tx, named('scim_group', question)))[0] ?? null;
}

/** Held until the transaction ends, with the group's ID in the tenant. The group itself is held before. */
export async function holdGroup(
  tx: Tx,
  source: string,
  uuid: string,
): Promise<(GroupRow & { group_id: string }) | null> {
  const question = sql<GroupRow & { group_id: string }>`
    select ${columns}, g.group_id from source_groups s join groups g on g.tenant_id = s.tenant_id and g.uuid = s.group_uuid
    where ${ofSource(source)} and s.group_uuid = ${uuid}::uuid for update of s`;
  return (await ask(tx, named('scim_hold_group', question)))[0] ?? null;
}

/** The groups of the source that have the name or the external ID. */
export async function findNamed(
  tx: Tx,
  source: string,
  { displayName, externalId }: { displayName: string; externalId: string | null },
): Promise<string[]> {
  const question = sql<{ uuid: string }>`
    select s.group_uuid as uuid from source_groups s where ${ofSource(source)}
      and (s.display_name_key = lower(${displayName}::text) or s.external_id = ${externalId}::text)`;
  return (await ask(tx, named('scim_groups_named', question))).map(({ uuid }) => uuid);
}

export async function isOfDirectory(tx: Tx, source: string): Promise<boolean> {
  const row = tx.selectFrom('provisioning_sources').select('kind').where('uuid', '=', source);
  return (await row.executeTakeFirstOrThrow()).kind === 'aad';
}

interface Link {
  tenantId: string;
  source: string;
  uuid: string;
  displayName: string;
  externalId: string | null;
}

export async function insertLink(tx: Tx, { tenantId, source, uuid, displayName, externalId }: Link, now: Date) {
  await send(
    tx,
    named(
      'scim_insert_group',
      sql`
        insert into source_groups (tenant_id, source_uuid, group_uuid, display_name, external_id, created_at, updated_at)
        values (${tenantId}, ${source}::uuid, ${uuid}::uuid, ${displayName}, ${externalId}, ${now}, ${now})`,
    ),
  );
}

export async function updateLink(tx: Tx, { source, uuid, displayName, externalId }: Omit<Link, 'tenantId'>, now: Date) {
  await send(
    tx,
    named(
      'scim_update_group',
      sql`
        update source_groups set display_name = ${displayName}, external_id = ${externalId}, version = version + 1, updated_at = ${now}
        where source_uuid = ${source}::uuid and group_uuid = ${uuid}::uuid`,
    ),
  );
}

export async function deleteLink(tx: Tx, source: string, uuid: string): Promise<void> {
  await send(tx, sql`delete from source_groups where source_uuid = ${source}::uuid and group_uuid = ${uuid}::uuid`);
}

/** Those of the users whom the source provides, held in one order. */
export function holdUsers(tx: Tx, source: string, uuids: readonly string[]): Promise<HeldMember[]> {
  return ask(
    tx,
    sql<HeldMember>`
      select u.uuid, u.user_id as id, u.user_id_key as key
      from source_users s join users u on u.tenant_id = s.tenant_id and u.uuid = s.user_uuid
      where ${ofSource(source)} and s.gone_at is null and s.user_uuid = any (${uuids}::uuid[])
      order by u.uuid for no key update of u`,
  );
}

const provided = sql`group_users m join source_users s
  on s.tenant_id = m.tenant_id and s.user_uuid = m.user_uuid and s.gone_at is null`;

/** The members whom the source provides, except some, as a question with the column `user_uuid`. */
export const membersBut = (source: string, uuid: string, but: readonly string[]): RawBuilder<unknown> =>
  sql`select m.user_uuid from ${provided}
    where ${ofSource(source)} and m.group_uuid = ${uuid}::uuid and not (m.user_uuid = any (${but}::uuid[]))`;

/** The first `limit` of them, held in one order. */
export function holdMembersBut(
  tx: Tx,
  source: string,
  uuid: string,
  but: readonly string[],
  limit: number,
): Promise<HeldMember[]> {
  return ask(
    tx,
    sql<HeldMember>`
      select u.uuid, u.user_id as id, u.user_id_key as key from users u
      where u.uuid in (${membersBut(source, uuid, but)} limit ${limit}) order by u.uuid for no key update`,
  );
}

/** The source's groups that a user is in, with their IDs in the tenant, in one order. */
export function groupsOf(tx: Tx, source: string, uuid: string): Promise<{ uuid: string; group_id: string }[]> {
  return ask(
    tx,
    sql<{ uuid: string; group_id: string }>`
      select g.uuid, g.group_id from source_groups s
      join group_users m on m.tenant_id = s.tenant_id and m.group_uuid = s.group_uuid
      join groups g on g.tenant_id = s.tenant_id and g.uuid = s.group_uuid
      where ${ofSource(source)} and m.user_uuid = ${uuid}::uuid order by g.uuid`,
  );
}

/** The members of groups whom the source provides, each list as JSON: there may be hundreds of thousands. */
export async function readMembers(tx: Tx, source: string, uuids: readonly string[]): Promise<Map<string, string>> {
  const rows = await ask(
    tx,
    sql<{ uuid: string; members: string }>`
      select m.group_uuid as uuid, json_agg(json_build_object('value', m.user_uuid, 'display', s.user_name, 'type', 'User')
        order by m.user_id_key)::text as members
      from ${provided} where ${ofSource(source)} and m.group_uuid = any (${uuids}::uuid[]) group by m.group_uuid`,
  );
  return new Map(rows.map(({ uuid, members }) => [uuid, members]));
}

export interface GroupListing {
  source: string;
  where: RawBuilder<SqlBool> | null;
  order: RawBuilder<unknown>;
  offset: number;
  /** Of a list by ID: behind which one. */
  after: string | null;
  limit: number;
}

/** A page of the source's groups with the number of their members, and how many groups there are. */
export async function listGroups(
  tx: Tx,
  { source, where, order, offset, after, limit }: GroupListing,
): Promise<{ rows: (GroupRow & { size: number })[]; total: number }> {
  const condition = sql`${ofSource(source)} ${where ? sql`and ${where}` : sql``}`;
  const counted = sql<{ total: number }>`select count(*)::integer as total from source_groups s where ${condition}`;
  const page = sql<GroupRow & { size: number }>`
    select ${columns}, (select coalesce(sum(c.users), 0)::integer from group_user_counts c
      where c.tenant_id = s.tenant_id and c.group_uuid = s.group_uuid) as size
    from source_groups s where ${condition} ${after ? sql`and s.group_uuid > ${after}::uuid` : sql``}
    order by ${order} limit ${limit} offset ${offset}`;
  const [rows, [count]] = await together<[GroupRow & { size: number }, { total: number }]>(tx, page, counted);
  return { rows, total: count?.total ?? 0 };
}
