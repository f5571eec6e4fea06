import { type Selectable, sql } from 'kysely';
import { userTextNames } from '#contract/people/user-texts.ts';
import type { UserSource } from '#contract/people/users-source.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ConnectionMappings } from '../../platform/db/rows.ts';

type Row = Selectable<ConnectionMappings>;
export type MappingRow = Pick<Row, 'mapped_fields' | 'mapped_groups' | 'every_sign_in'>;

const columns = ['mapped_fields', 'mapped_groups', 'every_sign_in'] as const;

/** Without the test, which may be large: each sign-in asks. */
export const findMapping = (tx: Tx, connection: string): Promise<MappingRow | undefined> =>
  tx.selectFrom('connection_mappings').select(columns).where('connection', '=', connection).executeTakeFirst();

export const findWithTest = (tx: Tx, connection: string) =>
  tx
    .selectFrom('connection_mappings')
    .select([...columns, 'last_test', 'last_test_at'])
    .where('connection', '=', connection)
    .executeTakeFirst();

/** Of a connection that is held: two administrators take turns there. */
export async function saveMapping(
  tx: Tx,
  connection: string,
  { mappedFields, mappedGroups, everySignIn }: { mappedFields: unknown; mappedGroups: unknown; everySignIn: boolean },
): Promise<void> {
  await sql`
    insert into connection_mappings (tenant_id, connection, mapped_fields, mapped_groups, every_sign_in)
    values (current_tenant(), ${connection}, ${JSON.stringify(mappedFields)}, ${JSON.stringify(mappedGroups)}, ${everySignIn})
    on conflict (tenant_id, connection) do update set mapped_fields = excluded.mapped_fields,
      mapped_groups = excluded.mapped_groups, every_sign_in = excluded.every_sign_in`.execute(tx);
}

export async function saveTest(tx: Tx, connection: string, said: unknown, now: Date): Promise<void> {
  await sql`
    insert into connection_mappings (tenant_id, connection, last_test, last_test_at)
    values (current_tenant(), ${connection}, ${JSON.stringify(said)}, ${now})
    on conflict (tenant_id, connection) do update set last_test = excluded.last_test,
      last_test_at = excluded.last_test_at`.execute(tx);
}

export async function deleteMapping(tx: Tx, connection: string): Promise<void> {
  await tx.deleteFrom('connection_mappings').where('connection', '=', connection).execute();
}

export interface GroupRow {
  uuid: string;
  groupId: string;
  key: string;
  name: string;
  source: string;
}

/** The groups with these UUIDs; until the transaction ends none of them is deleted. */
export async function holdGroups(tx: Tx, uuids: readonly string[]): Promise<GroupRow[]> {
  if (uuids.length === 0) return [];
  const { rows } = await sql<GroupRow>`
    select uuid, group_id as "groupId", group_id_key as key, name, source from groups
    where uuid = any (${uuids}::uuid[]) order by uuid for key share`.execute(tx);
  return rows;
}

/** The same for reading, with how many apps are limited to users of each group, or of one that it is in. */
export async function listGroups(tx: Tx, uuids: readonly string[]) {
  const { rows } = await sql<{ uuid: string; groupId: string; name: string; apps: number }>`
    select g.uuid, g.group_id as "groupId", g.name, (
      select count(distinct a.client_id)::integer from oauth_client_groups a
      join oauth_clients c on c.tenant_id = a.tenant_id and c.client_id = a.client_id
      where c.access = 'assigned' and c.disabled_at is null and (a.group_uuid = g.uuid or a.group_uuid in (
        select e.ancestor_uuid from group_ancestry e where e.descendant_uuid = g.uuid))) as apps
    from groups g where g.uuid = any (${uuids}::uuid[]) order by g.name, g.uuid`.execute(tx);
  return rows;
}

export interface PersonRow {
  uuid: string;
  userId: string;
  status: string;
  roles: string[];
  source: UserSource;
  fields: Record<string, string>;
  groups: { uuid: string; key: string }[];
}

/** A user as a mapping changes one. `held`: locked. */
export async function readPerson(tx: Tx, uuid: string, held: boolean): Promise<PersonRow | undefined> {
  if (held) await sql`select from users where uuid = ${uuid}::uuid for update`.execute(tx);
  const texts = userTextNames.flatMap((name) => [sql`${sql.lit(name)}::text`, sql.ref(`u.${name}`)]);
  const { rows } = await sql<PersonRow>`
    select u.uuid, u.user_id as "userId", u.status, u.roles, u.source,
      jsonb_build_object(${sql.join(texts)}) || u.extension_attributes as fields,
      coalesce((
        select jsonb_agg(jsonb_build_object('uuid', g.uuid, 'key', g.group_id_key) order by g.group_id_key)
        from group_users m join groups g on g.tenant_id = m.tenant_id and g.uuid = m.group_uuid
        where m.tenant_id = u.tenant_id and m.user_uuid = u.uuid), '[]') as groups
    from users u where u.uuid = ${uuid}::uuid`.execute(tx);
  return rows[0];
}
