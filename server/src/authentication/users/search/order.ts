import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { UserSortColumn } from '#contract/authentication/users-search.ts';

/** A place in the list: the value sorted by, as text, and the uuid that decides between equals. */
export interface Place {
  key: string;
  uuid: string;
}

interface Column {
  /** What is sorted by before the uuid; null: the uuid alone. */
  key: RawBuilder<unknown> | null;
  /** The key as the text of a place, and back. */
  toText: RawBuilder<string>;
  fromText(text: string): RawBuilder<unknown>;
  isKey(text: string): boolean;
}

const textColumn = (key: RawBuilder<string>): Column => ({
  key,
  toText: key,
  fromText: (text) => sql`${text}::text`,
  isKey: (text) => !text.includes('\0'),
});

/** Microseconds since 1970, for a moment loses its last three digits as a Date; empty: never. */
const logined: Column = {
  key: sql`coalesce(u.logined_at, '-infinity')`,
  toText: sql<string>`case when u.logined_at is null then '' else (extract(epoch from u.logined_at) * 1000000)::bigint::text end`,
  fromText: (text) =>
    text === ''
      ? sql`'-infinity'::timestamptz`
      : sql`(timestamptz '1970-01-01 00:00:00+00' + ${text}::bigint * interval '1 microsecond')`,
  isKey: (text) => /^(?:-?\d{1,16})?$/.test(text),
};

/** Each as its index has it (migration 0010). By time of creation is by uuid, which grows with time. */
const columns: Record<UserSortColumn, Column> = {
  userId: textColumn(sql<string>`u.user_id_key`),
  name: textColumn(sql<string>`u.name_key`),
  loginMailAddress: textColumn(sql<string>`coalesce(u.login_mail_address_key, '')`),
  department: textColumn(sql<string>`u.department_key`),
  location: textColumn(sql<string>`u.location_key`),
  status: textColumn(sql<string>`u.status`),
  loginedAt: logined,
  createdAt: { key: null, toText: sql<string>`''`, fromText: () => sql`''`, isKey: (text) => text === '' },
};

export const isKeyOf = (sort: UserSortColumn, text: string) => columns[sort].isKey(text);
export const keyText = (sort: UserSortColumn) => columns[sort].toText;

/** What is compared, as it is: `fromText` of `keyText`. */
export const rawKey = (sort: UserSortColumn) => columns[sort].key ?? sql`null`;

/** What the list is sorted by, in order. No two users have the same user id, so there the uuid is not asked. */
function keysOf(sort: UserSortColumn): RawBuilder<unknown>[] {
  const { key } = columns[sort];
  if (sort === 'userId' && key) return [key];
  return key ? [key, sql`u.uuid`] : [sql`u.uuid`];
}

export function orderBy(sort: UserSortColumn, descending: boolean): RawBuilder<unknown> {
  const way = descending ? sql` desc` : sql``;
  return sql.join(keysOf(sort).map((key) => sql`${key}${way}`));
}

/** What lies behind a place, the list being read in this direction. `including`: from the place itself on. */
export function behind(
  sort: UserSortColumn,
  descending: boolean,
  { key, uuid }: Place,
  including = false,
): RawBuilder<SqlBool> {
  const keys = keysOf(sort);
  const values = columns[sort].key === null ? [sql`${uuid}::uuid`] : [columns[sort].fromText(key), sql`${uuid}::uuid`];
  const than = sql.raw(`${descending ? '<' : '>'}${including ? '=' : ''}`);
  return sql<SqlBool>`(${sql.join(keys)}) ${than} (${sql.join(values.slice(0, keys.length))})`;
}

/** What lies at the place of a row of `relation` (`raw`, `uuid`) or after it, in ascending order. */
export function notBefore(sort: UserSortColumn, relation: string): RawBuilder<SqlBool> {
  const keys = keysOf(sort);
  const at = columns[sort].key === null ? ['uuid'] : ['raw', 'uuid'];
  const place = at.slice(0, keys.length).map((column) => sql.ref(`${relation}.${column}`));
  return sql<SqlBool>`(${sql.join(keys)}) >= (${sql.join(place)})`;
}
