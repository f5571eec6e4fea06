import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isUuid } from '../../platform/crypto/uuid.ts';
import { coerceOne } from './coerce.ts';
import type { Comparison, Filter, FilterValue } from './filter.ts';
import { bad } from './refusal.ts';
import { type Attribute, findPlace, type Place, subAttribute, withoutUrn } from './schema.ts';

/**
 * Filters as conditions on the user `u` of a source `s`. Only attributes of the schema can be named, and values are always
 * parameters. Texts are compared without regard to case, IDs exactly.
 */

type Condition = RawBuilder<SqlBool>;
const never: Condition = sql<SqlBool>`false`;

const changedAt = sql`greatest(s.updated_at, u.updated_at)`;
const isActive = sql<boolean>`(u.status <> 'inactive' and s.held is null)`;

export interface Column {
  as: 'id' | 'exact' | 'text' | 'boolean' | 'time';
  sql: RawBuilder<unknown>;
}

/** Attributes with a column of their own, by their names in lower case. */
const columns: Readonly<Record<string, Column>> = {
  id: { as: 'id', sql: sql`s.user_uuid` },
  username: { as: 'text', sql: sql`s.user_name_key` },
  externalid: { as: 'exact', sql: sql`s.external_id` },
  active: { as: 'boolean', sql: isActive },
  'meta.created': { as: 'time', sql: sql`s.created_at` },
  'meta.lastmodified': { as: 'time', sql: changedAt },
};

const columnOf = (path: string) => {
  const named = withoutUrn(path);
  const key = named.extension ? '' : named.rest.toLowerCase();
  return Object.hasOwn(columns, key) ? columns[key] : undefined;
};

/** The condition of a filter. Throws `invalidFilter`. */
export function whereOf(filter: Filter): Condition {
  switch (filter.is) {
    case 'and':
    case 'or':
      return sql<SqlBool>`(${sql.join(filter.parts.map(whereOf), sql.raw(` ${filter.is} `))})`;
    case 'not':
      return sql<SqlBool>`(not coalesce(${whereOf(filter.part)}, false))`;
    case 'entry':
      return someEntry(placeOf(filter.path), (place) => entryWhere(filter.part, place));
    case 'present':
      return columnOf(filter.path)
        ? sql<SqlBool>`(${columnOf(filter.path)?.sql} is not null)`
        : isPresent(placeOf(filter.path));
    case 'compare':
      return compared(filter);
  }
}

function placeOf(path: string): Place {
  const place = findPlace(path);
  if (!place) throw bad('invalidFilter', `There is no attribute ${path}.`);
  return place;
}

/** The value of a resource at a place, as JSON; names are those of the schema. */
const at = ({ extension, attribute, sub }: Place): RawBuilder<unknown> => {
  const owner = extension ? sql`s.resource -> ${sql.lit(extension)}` : sql`s.resource`;
  const value = sql`${owner} -> ${sql.lit(attribute.name)}`;
  return sub && !attribute.multiValued ? sql`${value} -> ${sql.lit(sub.name)}` : value;
};

function isPresent(place: Place): Condition {
  if (!place.attribute.multiValued || !place.sub) return sql<SqlBool>`(${at(place)} is not null)`;
  return someEntry(place, ({ sub }) => sql<SqlBool>`(e -> ${sql.lit(sub?.name ?? '')} is not null)`);
}

const someEntry = (place: Place, where: (place: Place) => Condition): Condition => {
  if (!place.attribute.multiValued) throw bad('invalidFilter', `${place.attribute.name} has one value.`);
  return sql<SqlBool>`exists (select from jsonb_array_elements(${at({ ...place, sub: undefined })}) e where ${where(place)})`;
};

function entryWhere(filter: Filter, place: Place): Condition {
  if (filter.is === 'entry') throw bad('invalidFilter', 'A filter of values has no other in it.');
  if (filter.is === 'not') return sql<SqlBool>`(not coalesce(${entryWhere(filter.part, place)}, false))`;
  if ('parts' in filter)
    return sql<SqlBool>`(${sql.join(
      filter.parts.map((part) => entryWhere(part, place)),
      sql.raw(` ${filter.is} `),
    )})`;
  const sub = subAttribute(place.attribute, filter.path);
  if (!sub) throw bad('invalidFilter', `There is no attribute ${filter.path}.`);
  if (filter.is === 'present') return sql<SqlBool>`(e -> ${sql.lit(sub.name)} is not null)`;
  return ofAttribute(sub, sql`e ->> ${sql.lit(sub.name)}`, filter.how, filter.value);
}

function compared({ path, how, value }: Extract<Filter, { is: 'compare' }>): Condition {
  const column = columnOf(path);
  if (column) return ofColumn(column, how, value);
  const place = placeOf(path);
  const { attribute, sub } = place;
  if (attribute.multiValued) {
    const asked = sub ?? subAttribute(attribute, 'value');
    if (!asked) throw bad('invalidFilter', `${path} cannot be compared.`);
    return someEntry(place, () => ofAttribute(asked, sql`e ->> ${sql.lit(asked.name)}`, how, value));
  }
  const asked = sub ?? attribute;
  if (asked.type === 'complex') throw bad('invalidFilter', `${path} cannot be compared.`);
  return ofAttribute(asked, sql`(${at(place)}) #>> '{}'`, how, value);
}

function ofAttribute(attribute: Attribute, text: RawBuilder<unknown>, how: Comparison, value: FilterValue): Condition {
  if (attribute.type !== 'boolean') return ofText(sql`lower(${text})`, how, value);
  const wanted = coerceOne(attribute, value);
  if (how !== 'eq' && how !== 'ne') throw bad('invalidFilter', `${attribute.name} has no order.`);
  return sql<SqlBool>`(coalesce(${text}, 'false') ${sql.raw(how === 'eq' ? '=' : '<>')} ${String(wanted ?? false)})`;
}

/** The comparison of a column. Throws `invalidFilter`. */
export function ofColumn({ as, sql: column }: Column, how: Comparison, value: FilterValue): Condition {
  if (as === 'text') return ofText(column, how, value);
  if (as === 'exact') return ofText(column, how, value, true);
  if (as === 'id') {
    if (how !== 'eq' && how !== 'ne') throw bad('invalidFilter', 'An ID is compared by eq or ne.');
    if (typeof value !== 'string' || !isUuid(value)) return how === 'eq' ? never : sql<SqlBool>`true`;
    return sql<SqlBool>`(${column} ${sql.raw(how === 'eq' ? '=' : '<>')} ${value}::uuid)`;
  }
  if (as === 'boolean') {
    const wanted = typeof value === 'string' ? value.toLowerCase() === 'true' : value === true;
    if (how !== 'eq' && how !== 'ne') throw bad('invalidFilter', 'active has no order.');
    return sql<SqlBool>`(${column} ${sql.raw(how === 'eq' ? '=' : '<>')} ${wanted})`;
  }
  const moment = typeof value === 'string' ? new Date(value) : new Date(Number.NaN);
  const sign = ordered[how];
  const year = moment.getUTCFullYear();
  // Other years are none that the database takes.
  if (!(year >= 1 && year <= 9999) || !sign) throw bad('invalidFilter', 'A time is compared with a time.');
  return sql<SqlBool>`(date_trunc('milliseconds', ${column}) ${sql.raw(sign)} ${moment})`;
}

const ordered: Partial<Record<Comparison, string>> = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' };

function ofText(column: RawBuilder<unknown>, how: Comparison, value: FilterValue, isExact = false): Condition {
  if (value === null) {
    if (how !== 'eq' && how !== 'ne') throw bad('invalidFilter', 'null is compared by eq or ne.');
    return sql<SqlBool>`(${column} is ${sql.raw(how === 'eq' ? 'null' : 'not null')})`;
  }
  const text = String(value).normalize('NFC');
  if (text.includes('\0') || !text.isWellFormed()) return never;
  const wanted = isExact ? sql`${text}::text` : sql`lower(${text}::text)`;
  if (how === 'co') return sql<SqlBool>`(position(${wanted} in ${column}) > 0)`;
  if (how === 'sw') return sql<SqlBool>`starts_with(${column}, ${wanted})`;
  if (how === 'ew') return sql<SqlBool>`(right(${column}, length(${wanted})) = ${wanted})`;
  if (how === 'ne') return sql<SqlBool>`(${column} is distinct from ${wanted})`;
  return sql<SqlBool>`(${column} ${sql.raw(ordered[how] ?? '=')} ${wanted})`;
}

/** What a list is sorted by; null: by ID. Throws `invalidValue` for what has no order. */
export function orderOf(sortBy: string | undefined, isDescending: boolean): RawBuilder<unknown> | null {
  const way = sql.raw(isDescending ? 'desc' : 'asc');
  if (sortBy === undefined) return null;
  const column = columnOf(sortBy);
  if (column) return sql`${column.sql} ${way}, s.user_uuid`;
  const place = findPlace(sortBy);
  if (!place) throw bad('invalidValue', `There is no attribute ${sortBy}.`);
  if (place.attribute.multiValued) {
    // By the primary value, else the first (RFC 7644 section 3.4.2.3).
    const name = (place.sub ?? subAttribute(place.attribute, 'value'))?.name ?? 'formatted';
    const first = sql`(select lower(e ->> ${sql.lit(name)}) from jsonb_array_elements(${at({ ...place, sub: undefined })})
      with ordinality listed (e, place) order by (e ->> 'primary') = 'true' desc nulls last, place limit 1)`;
    return sql`${first} ${way} nulls last, s.user_uuid`;
  }
  if ((place.sub ?? place.attribute).type === 'complex') throw bad('invalidValue', `${sortBy} has no order.`);
  return sql`lower((${at(place)}) #>> '{}') ${way} nulls last, s.user_uuid`;
}
