import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A position in a list: the sort value as text, and the uuid that breaks ties. */
export interface Place {
  key: string;
  uuid: string;
}

/** A position and the direction in which to continue. */
export interface Cursor {
  back: boolean;
  place: Place;
}

export interface SortColumn {
  /** Sort key before the uuid; null to sort by uuid alone. */
  key: RawBuilder<unknown> | null;
  /** Row column the key is computed from. */
  column: RawBuilder<unknown> | null;
  /**
   * Converts the key to text and back. The SQL is the same for every key, so that a query with a position can be a
   * named one.
   */
  toText: RawBuilder<string>;
  fromText(text: string): RawBuilder<unknown>;
  isKey(given: string): boolean;
}

/** A text column, as its index has it. */
export const textColumn = (key: RawBuilder<string>, column: RawBuilder<unknown> = key): SortColumn => ({
  key,
  column,
  toText: key,
  fromText: (text) => sql`${text}::text`,
  isKey: (given) => !given.includes('\0'),
});

/**
 * A timestamp column, nulls first: its index is over `coalesce(…, '-infinity')`. A position holds microseconds since
 * 1970, because a Date would drop the last three digits; empty text means null.
 */
export const momentColumn = (moment: RawBuilder<unknown>): SortColumn => ({
  key: sql`coalesce(${moment}, '-infinity')`,
  column: moment,
  toText: sql<string>`case when ${moment} is null then '' else (extract(epoch from ${moment}) * 1000000)::bigint::text end`,
  fromText: (text) =>
    sql`coalesce(timestamptz '1970-01-01 00:00:00+00' + ${text || null}::bigint * interval '1 microsecond', '-infinity')`,
  isKey: (given) => /^(?:-?\d{1,16})?$/.test(given),
});

/** Creation order, which is the order of the uuids (RFC 9562 version 7). */
export const creationColumn: SortColumn = {
  key: null,
  column: null,
  toText: sql<string>`''`,
  fromText: () => sql`''`,
  isKey: (given) => given === '',
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The sort orders of a list of rows called `row`, each matching one of its indexes: sort keys, conditions after a
 * position, and cursors. `unique`: a column without duplicates, for which the uuid is not compared.
 */
export function keyset<Sort extends string>(row: string, columns: Record<Sort, SortColumn>, unique: NoInfer<Sort>) {
  const rowUuid = sql.ref(`${row}.uuid`);
  const keysOf = (sort: Sort): RawBuilder<unknown>[] => {
    const { key } = columns[sort];
    if (sort === unique && key) return [key];
    return key ? [key, rowUuid] : [rowUuid];
  };
  const isKeyOf = (sort: Sort, text: string) => columns[sort].isKey(text);
  return {
    keyText: (sort: Sort) => columns[sort].toText,
    /** The columns of a row needed for its position and order. */
    columnsOf(sort: Sort): RawBuilder<unknown> {
      const { column } = columns[sort];
      return column ? sql`${rowUuid}, ${column}` : rowUuid;
    },
    /** The value compared: `fromText` of `keyText`. */
    rawKey: (sort: Sort) => columns[sort].key ?? sql`null`,
    orderBy(sort: Sort, descending: boolean): RawBuilder<unknown> {
      const way = descending ? sql` desc` : sql``;
      return sql.join(keysOf(sort).map((key) => sql`${key}${way}`));
    },
    /** Condition for rows after a position in this direction. `including`: from the position itself on. */
    behind(sort: Sort, descending: boolean, { key, uuid }: Place, including = false): RawBuilder<SqlBool> {
      const keys = keysOf(sort);
      const { key: sorted, fromText } = columns[sort];
      const values = sorted === null ? [sql`${uuid}::uuid`] : [fromText(key), sql`${uuid}::uuid`];
      const than = sql.raw(`${descending ? '<' : '>'}${including ? '=' : ''}`);
      return sql<SqlBool>`(${sql.join(keys)}) ${than} (${sql.join(values.slice(0, keys.length))})`;
    },
    /** Condition for rows at or after the position of a row of `relation` (`raw`, `uuid`), ascending. */
    notBefore(sort: Sort, relation: string): RawBuilder<SqlBool> {
      const keys = keysOf(sort);
      const at = columns[sort].key === null ? ['uuid'] : ['raw', 'uuid'];
      const place = at.slice(0, keys.length).map((column) => sql.ref(`${relation}.${column}`));
      return sql<SqlBool>`(${sql.join(keys)}) >= (${sql.join(place)})`;
    },
    formatCursor({ sort, descending }: { sort: Sort; descending: boolean }, { back, place }: Cursor): string {
      const parts = [sort, descending ? 'd' : 'a', back ? 'p' : 'n', place.uuid, place.key];
      return Buffer.from(parts.join('\n')).toString('base64url');
    },
    /** Reads a cursor that an answer to the same query returned; null for anything else. */
    parseCursor({ sort, descending }: { sort: Sort; descending: boolean }, text: string): Cursor | null {
      const parts = Buffer.from(text, 'base64url').toString('utf8').split('\n');
      const [column, order, way, uuid = '', ...key] = parts;
      const place = { uuid, key: key.join('\n') };
      const fits = column === sort && order === (descending ? 'd' : 'a') && (way === 'n' || way === 'p');
      if (!fits || parts.length < 5 || !UUID.test(uuid) || !isKeyOf(sort, place.key)) return null;
      return { back: way === 'p', place };
    },
  };
}

export type Keyset<Sort extends string> = ReturnType<typeof keyset<Sort>>;
