import { type Insertable, sql } from 'kysely';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Groups, GroupUsers, Tenants } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export async function hasTenant(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('tenants').select('tenant_id').executeTakeFirst()) !== undefined;
}

/** False when the tenant is there already. */
export async function insertTenant(tx: Tx, row: Insertable<Tenants>): Promise<boolean> {
  const inserted = await tx
    .insertInto('tenants')
    .values(row)
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .returning('tenant_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Whom a person with several accounts is led to. */
export async function markDefault(tx: Tx, uuid: string): Promise<void> {
  await tx.updateTable('users').set({ default_login: true }).where('uuid', '=', uuid).execute();
}

export async function insertGroups(tx: Tx, rows: Insertable<Groups>[]): Promise<void> {
  await tx.insertInto('groups').values(rows).execute();
}

export async function insertMissingGroups(tx: Tx, rows: Insertable<Groups>[]): Promise<void> {
  await tx
    .insertInto('groups')
    .values(rows)
    .onConflict((conflict) => conflict.constraint('duplicated_params_groupId').doNothing())
    .execute();
}

export async function insertGroupUsers(tx: Tx, rows: Insertable<GroupUsers>[]): Promise<void> {
  await tx.insertInto('group_users').values(rows).execute();
}

export async function insertEdges(
  tx: Tx,
  tenantId: string,
  edges: readonly { parent: string; child: string }[],
): Promise<void> {
  const [parents, children] = [edges.map(({ parent }) => parent), edges.map(({ child }) => child)];
  await sql`
    insert into group_groups (tenant_id, parent_uuid, child_uuid)
    select ${tenantId}, * from unnest(${parents}::uuid[], ${children}::uuid[]) on conflict do nothing`.execute(tx);
}

/** The last group between two ids that is in another one. */
export async function lastNested(tx: Tx, first: string, last: string): Promise<string | null> {
  const row = await tx
    .selectFrom('groups')
    .select((groups) => groups.fn.max('group_id_key').as('key'))
    .where('group_id_key', '>=', first)
    .where('group_id_key', '<=', last)
    .where('parent_count', '>', 0)
    .executeTakeFirst();
  return row?.key ?? null;
}

export async function insertMissingTags(tx: Tx, tenantId: string, names: readonly string[], now: Date): Promise<void> {
  const rows = names.map((name) => ({ tenant_id: tenantId, uuid: newUuid(), name, created_at: now, updated_at: now }));
  await tx
    .insertInto('tags')
    .values(rows)
    .onConflict((conflict) => conflict.constraint('duplicated_params_name').doNothing())
    .execute();
}

/** Gives the groups between two ids the tags of these names that their own name begins with. */
export async function tagByName(
  tx: Tx,
  tenantId: string,
  names: readonly string[],
  first: string,
  last: string,
): Promise<void> {
  await sql`
    insert into group_tags (tenant_id, group_uuid, tag_uuid)
    select ${tenantId}, g.uuid, t.uuid from tags t join groups g on starts_with(g.name, t.name || ' ')
    where t.name = any (${names}::text[]) and g.group_id_key between ${first} and ${last}
    on conflict do nothing`.execute(tx);
}

/** The uuids of the groups between two ids of the same length. */
export async function groupUuids(tx: Tx, first: string, last: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('groups')
    .select('uuid')
    .where('group_id_key', '>=', first)
    .where('group_id_key', '<=', last)
    .orderBy('group_id_key')
    .execute();
  return rows.map((row) => row.uuid);
}

/** The users of these ids who have a password, to give them a new one. */
export async function userUuidsWithPassword(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('users as u')
    .innerJoin('user_passwords as p', (join) =>
      join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.user_uuid', '=', 'u.uuid'),
    )
    .select('u.uuid')
    .where('u.user_id_key', 'in', userIds)
    .execute();
  return rows.map((row) => row.uuid);
}
