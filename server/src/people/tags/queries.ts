import { type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import type { listTags } from '#contract/people/tags.ts';
import type { QueryOf } from '#contract/route.ts';
import type { Tags } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export interface TagRow {
  uuid: string;
  name: string;
  description: string;
  group_count: number;
  created_at: Date;
  updated_at: Date;
}

const tagRow = sql`t.uuid, t.name, t.description, t.created_at, t.updated_at,
  (select count(*) from group_tags x where x.tenant_id = t.tenant_id and x.tag_uuid = t.uuid) as group_count`;

export async function readTag(tx: Tx, uuid: string): Promise<TagRow | null> {
  const { rows } = await sql<TagRow>`select ${tagRow} from tags t where t.uuid = ${uuid}`.execute(tx);
  return rows[0] ?? null;
}

/** A tag, held until the transaction ends. */
export async function holdTag(tx: Tx, uuid: string): Promise<boolean> {
  return (
    (await tx.selectFrom('tags').select('uuid').where('uuid', '=', uuid).forUpdate().executeTakeFirst()) !== undefined
  );
}

function contains(keyword: string): RawBuilder<SqlBool> {
  if (keyword === '') return sql<SqlBool>`true`;
  const needle = sql`lower(${keyword}::text)`;
  return sql<SqlBool>`(strpos(t.name_key, ${needle}) > 0 or strpos(lower(t.description), ${needle}) > 0)`;
}

export async function listTagRows(
  tx: Tx,
  { keyword, sort, order, count, page }: QueryOf<typeof listTags>,
): Promise<{ rows: TagRow[]; total: number }> {
  const way = sql.raw(order === 'ascending' ? 'asc' : 'desc');
  const key = sort === 'name' ? sql`t.name_key` : sql`group_count`;
  const { rows } = await sql<TagRow>`
    select ${tagRow} from tags t where ${contains(keyword)}
    order by ${key} ${way}, t.name_key limit ${count} offset ${(page - 1) * count}`.execute(tx);
  const totals = await sql<{ total: number }>`select count(*) as total from tags t where ${contains(keyword)}`.execute(
    tx,
  );
  return { rows, total: totals.rows[0]?.total ?? 0 };
}

/** How many tags the tenant has; until the transaction ends nobody else makes one. */
export async function countTagsAlone(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tags of ' || current_tenant(), 0))`.execute(tx);
  const { rows } = await sql<{ total: number }>`select count(*) as total from tags`.execute(tx);
  return rows[0]?.total ?? 0;
}

export async function insertTag(tx: Tx, row: Insertable<Tags>): Promise<void> {
  await tx.insertInto('tags').values(row).execute();
}

export async function updateTag(tx: Tx, uuid: string, values: Updateable<Tags>): Promise<void> {
  await tx.updateTable('tags').set(values).where('uuid', '=', uuid).execute();
}

/** The ids of groups that have a tag, at most so many, in their order. */
export async function groupIdsWith(tx: Tx, uuid: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.group_id as id from group_tags x join groups g on g.tenant_id = x.tenant_id and g.uuid = x.group_uuid
    where x.tag_uuid = ${uuid} order by g.group_id_key limit ${most}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The groups lose it too (foreign key). */
export async function deleteTag(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('tags').where('uuid', '=', uuid).execute();
}

/**
 * Tags by their names, whatever the case; none of them goes away until the transaction ends. One made before names were
 * kept in one form (docs/decisions/0055) is found too, where no other is.
 */
export async function holdTagsByName(tx: Tx, names: readonly string[]): Promise<{ uuid: string; key: string }[]> {
  const { rows } = await sql<{ uuid: string; key: string }>`
    select t.uuid, asked.name as key from unnest(${names}::text[]) asked (name)
    join tags t on t.uuid = (select x.uuid from tags x where lower(asked.name) in (x.name_key, normalize(x.name_key))
      order by x.name_key = lower(asked.name) desc, x.uuid limit 1)
    order by t.uuid for key share of t`.execute(tx);
  return rows;
}
