import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { UserSortColumn } from '#contract/authentication/users-search.ts';
import { prepared } from '../../../db/tenant-connections.ts';
import type { Tx } from '../../../db/transaction.ts';
import { allOf, type Predicate } from './condition.ts';
import { behind, keyText, notBefore, orderBy, type Place, rawKey } from './order.ts';

/** Where in a list to read: in its direction (or backwards), from behind a place, past so many. */
export interface Reading {
  sort: UserSortColumn;
  descending: boolean;
  from?: Place | undefined;
  /** Whether `from` itself is read too. */
  including?: boolean;
  offset?: number;
  limit: number;
}

const start = ({ sort, descending, from, including }: Reading): RawBuilder<SqlBool> =>
  from ? behind(sort, descending, from, including) : sql<SqlBool>`true`;

/** The users of the tenant. */
export async function countUsers(tx: Tx): Promise<number> {
  const { rows } = await sql<{ users: number }>`select count_users() as users ${prepared}`.execute(tx);
  return rows[0]?.users ?? 0;
}

/**
 * Tells the planner, for the rest of the transaction, what collecting is like: too short for parallel workers to be
 * worth their start, and looking at a user dearer than passing over one in an index, so that two indexes together say
 * which ones to look at. It believes that a fragment is rare, whatever it is.
 */
export async function tuneForCollecting(tx: Tx): Promise<void> {
  await sql`
    select set_config('max_parallel_workers_per_gather', '0', true), set_config('enable_indexscan', 'off', true),
      set_config('seq_page_cost', '8', true), set_config('random_page_cost', '8', true)`.execute(tx);
}

/** The unfiltered list: straight along the index. */
export async function readPlaces(tx: Tx, reading: Reading): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select u.uuid, ${keyText(reading.sort)} as key from searchable_users u where ${start(reading)}
    order by ${orderBy(reading.sort, reading.descending)} limit ${reading.limit} offset ${reading.offset ?? 0}`.execute(
    tx,
  );
  return rows;
}

export interface Sample {
  sampled: number;
  hits: number;
  /** Of the hits that the reading has still before it, the `nth` in its order. */
  nth: Place | null;
}

/** What the orders need of a user. */
const sortable = sql`u.uuid, u.user_id_key, u.name_key, u.login_mail_address_key, u.department_key, u.location_key, u.status, u.logined_at`;

/** How many of about `wanted` users taken at random meet the predicates. Whole pages of the table are drawn. */
export async function sampleUsers(
  tx: Tx,
  predicates: readonly Predicate[],
  reading: Reading,
  { users, wanted, nth }: { users: number; wanted: number; nth: number },
): Promise<Sample> {
  const percent = Math.min(100, (100 * wanted) / users);
  const { rows } = await sql<Sample>`
    with u as materialized (
      select ${sortable}, ${allOf(predicates, false)} as hit from users u tablesample system (${percent}))
    select count(*) as sampled, count(*) filter (where hit) as hits, (
      select json_build_object('uuid', u.uuid, 'key', ${keyText(reading.sort)}) from u where hit and ${start(reading)}
      order by ${orderBy(reading.sort, reading.descending)} limit 1 offset ${nth - 1}) as nth
    from u`.execute(tx);
  return rows[0] ?? { sampled: 0, hits: 0, nth: null };
}

/** Looks along the index, no further than `budget` users; what is found is the beginning of the list. */
export async function scanPlaces(
  tx: Tx,
  predicates: readonly Predicate[],
  reading: Reading,
  budget: number,
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select s.uuid, s.key from (
      select u.uuid, ${keyText(reading.sort)} as key, ${allOf(predicates, false)} as hit
      from searchable_users u where ${start(reading)}
      order by ${orderBy(reading.sort, reading.descending)} limit ${budget}) s
    where s.hit limit ${reading.limit}`.execute(tx);
  return rows;
}

/** Collects all that match by whatever index is best, counts them and sorts. */
export async function collectPlaces(
  tx: Tx,
  predicates: readonly Predicate[],
  reading: Reading,
): Promise<{ total: number; places: Place[] }> {
  const { sort, descending } = reading;
  const { rows } = await sql<{ total: number; places: Place[] | null }>`
    with u as materialized (select ${sortable} from searchable_users u where ${allOf(predicates, true)})
    select (select count(*) from u) as total, (
      select json_agg(page) from (
        select u.uuid, ${keyText(sort)} as key from u where ${start(reading)}
        order by ${orderBy(sort, descending)} limit ${reading.limit} offset ${reading.offset ?? 0}) page) as places`.execute(
    tx,
  );
  return { total: rows[0]?.total ?? 0, places: rows[0]?.places ?? [] };
}

/** Collects those that match and are not behind a place of the list, and sorts them. */
export async function collectUpTo(
  tx: Tx,
  predicates: readonly Predicate[],
  reading: Reading,
  last: Place,
): Promise<Place[]> {
  const { sort, descending } = reading;
  const { rows } = await sql<Place>`
    with u as materialized (
      select ${sortable} from searchable_users u
      where ${allOf(predicates, true)} and ${start(reading)} and ${behind(sort, !descending, last, true)})
    select u.uuid, ${keyText(sort)} as key from u order by ${orderBy(sort, descending)} limit ${reading.limit}`.execute(
    tx,
  );
  return rows;
}

/**
 * Every so many users the place of one, in ascending order and at most `many` of them: from the first user on, or behind
 * a place that was among them. Each is found by counting along the index from the one before.
 */
export async function readMarkers(
  tx: Tx,
  sort: UserSortColumn,
  { every, many, from }: { every: number; many: number; from: Place | null },
): Promise<Place[]> {
  const next = (start: RawBuilder<SqlBool>, offset: number) => sql`
    select u.uuid, ${rawKey(sort)} as raw, ${keyText(sort)} as key from searchable_users u where ${start}
    order by ${orderBy(sort, false)} limit 1 offset ${offset}`;
  const first = from ? next(behind(sort, false, from, true), every) : next(sql`true`, 0);
  const { rows } = await sql<Place>`
    with recursive m as (
      (${first}) union all select n.* from m cross join lateral (${next(notBefore(sort, 'm'), every)}) n)
    select uuid, key from m limit ${many}`.execute(tx);
  return rows;
}

/** The uuids of all that match; at most `limit`. */
export async function readMatching(tx: Tx, predicates: readonly Predicate[], limit: number): Promise<string[]> {
  const { rows } = await matching(predicates, limit).execute(tx);
  return rows.map(({ uuid }) => uuid);
}

export async function countThose(tx: Tx, predicates: readonly Predicate[]): Promise<number> {
  const { rows } = await sql<{ users: number }>`
    select count(*) as users from searchable_users u where ${allOf(predicates, true)}`.execute(tx);
  return rows[0]?.users ?? 0;
}

/** The same as a question to build a statement on. */
export const matching = (predicates: readonly Predicate[], limit: number): RawBuilder<{ uuid: string }> =>
  sql`select u.uuid from searchable_users u where ${allOf(predicates, true)} limit ${limit}`;
