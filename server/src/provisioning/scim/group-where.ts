import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isUuid } from '../../platform/crypto/uuid.ts';
import type { Filter } from './filter.ts';
import { idsOfFilter, withoutGroupUrn } from './group-words.ts';
import { bad } from './refusal.ts';
import { type Column, ofColumn } from './where.ts';

/** Filters as conditions on the group `s` of a source. */

const columns: Readonly<Record<string, Column>> = {
  id: { as: 'id', sql: sql`s.group_uuid` },
  displayname: { as: 'text', sql: sql`s.display_name_key` },
  externalid: { as: 'exact', sql: sql`s.external_id` },
  'meta.created': { as: 'time', sql: sql`s.created_at` },
  'meta.lastmodified': { as: 'time', sql: sql`s.updated_at` },
};

function columnOf(path: string): Column | undefined {
  const key = withoutGroupUrn(path).toLowerCase();
  return Object.hasOwn(columns, key) ? columns[key] : undefined;
}

const isMembers = (path: string): boolean => /^members(\.value)?$/i.test(withoutGroupUrn(path));

/** Whether users of the source are in it; those it does not provide any more are in no group of it. */
const hasMember = (where: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select from group_users m join source_users x
    on x.tenant_id = m.tenant_id and x.user_uuid = m.user_uuid and x.source_uuid = s.source_uuid and x.gone_at is null
    where m.tenant_id = s.tenant_id and m.group_uuid = s.group_uuid and ${where})`;
const hasAny = (ids: readonly string[]) => hasMember(sql`m.user_uuid = any (${ids.filter(isUuid)}::uuid[])`);

/** The condition of a filter. Throws `invalidFilter`. */
export function groupWhereOf(filter: Filter): RawBuilder<SqlBool> {
  switch (filter.is) {
    case 'and':
    case 'or':
      return sql<SqlBool>`(${sql.join(filter.parts.map(groupWhereOf), sql.raw(` ${filter.is} `))})`;
    case 'not':
      return sql<SqlBool>`(not coalesce(${groupWhereOf(filter.part)}, false))`;
    case 'entry':
      if (!isMembers(filter.path)) throw unknown(filter.path);
      return hasAny(idsOfFilter(filter.part));
    case 'present':
      if (isMembers(filter.path)) return hasMember(sql`true`);
      return sql<SqlBool>`(${known(filter.path).sql} is not null)`;
    case 'compare':
      if (isMembers(filter.path)) return hasAny(idsOfFilter({ ...filter, path: 'value' }));
      return ofColumn(known(filter.path), filter.how, filter.value);
  }
}

const unknown = (path: string) => bad('invalidFilter', `There is no attribute ${path}.`);

function known(path: string): Column {
  const column = columnOf(path);
  if (!column) throw unknown(path);
  return column;
}

/** What a list is sorted by; by ID at last. Throws `invalidValue` for what has no order. */
export function groupOrderOf(sortBy: string | undefined, isDescending: boolean): RawBuilder<unknown> {
  if (sortBy === undefined) return sql`s.group_uuid`;
  const column = columnOf(sortBy);
  if (!column) throw bad('invalidValue', `${sortBy} has no order.`);
  return sql`${column.sql} ${sql.raw(isDescending ? 'desc' : 'asc')} nulls last, s.group_uuid`;
}
