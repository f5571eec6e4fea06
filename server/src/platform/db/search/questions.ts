import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { PAGE_SIZES } from '#contract/limits.ts';
import type { Keyset, Place } from '../keyset.ts';
import { named } from '../ask.ts';
import { type Asides, listedWith, wayOf } from './listed.ts';
import { allOf, type Predicate } from './predicate.ts';

/** Part of a list to read: direction (or backwards), start position, offset. */
export interface Reading<Sort extends string> {
  sort: Sort;
  descending: boolean;
  from?: Place | undefined;
  /** Whether the row at `from` is included. */
  including?: boolean;
  offset?: number;
  limit: number;
}

/** A tenant's list whose rows are indexed for their orders and for fragments. */
export interface SearchedList<Sort extends string> {
  /** Alias of its rows in predicates and orders. */
  row: string;
  table: string;
  /**
   * View of the declared tenant's rows that does not block index use the way row-level security does (migration 0010).
   */
  view: string;
  /** Like `view`, but no index is used for the tenant condition (migration 0044). */
  sweeping: string;
  keyset: Keyset<Sort>;
  /** An order whose column is stored in a separate table with the `uuid` of the rows: its view and the column. */
  apart?: { sort: Sort; view: string; column: string };
  /** Number of rows of the tenant, from counters. */
  total: RawBuilder<number>;
}

export interface Sample {
  /** Rows of the tenant, and the approximate number of all tenants. */
  total: number;
  all: number;
  sampled: number;
  hits: number;
}

/**
 * A position before which a page of matches lies, and the sample it is based on: rows, hits, rows before the first hit,
 * and rows up to the position.
 */
export interface Farthest extends Place {
  sampled: number;
  hits: number;
  ahead: number;
  before: number;
}

/** How many rows are listed aside, and a page of them. */
interface Listed {
  total: number;
  /** Whether it was looked for along the index. */
  walked: boolean;
  places: Place[] | null;
}

/**
 * How many rows to sample: about `wanted`, none from lists of up to `few`. Whole pages of the table are sampled,
 * regardless of tenant, so a tenant with a small share of it gets fewer: at most `most` rows are read.
 */
export interface Drawing {
  wanted: number;
  few: number;
  most: number;
}

/**
 * Planner settings for collecting, for the rest of the transaction: no parallel workers, which cost more to start than
 * they save, and a higher cost of reading a row than of passing an index entry, so that two indexes are combined. The
 * planner assumes that every fragment is rare.
 */
export const tuning = named(
  'tune_for_collecting',
  sql<object>`
    select set_config('max_parallel_workers_per_gather', '0', true), set_config('enable_indexscan', 'off', true),
      set_config('seq_page_cost', '8', true), set_config('random_page_cost', '8', true), set_config('enable_sort', 'on', true)`,
);

/** The same, without workers beside it: how long the walk is, the planner cannot know. */
export const listing = named(
  'tune_for_listing',
  sql<object>`
    select set_config('enable_sort', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`,
);

/** Makes the planner walk along an index in order: for a long stretch it would prefer to read the table and sort. */
export const walking = named('tune_for_walking', sql<object>`select set_config('enable_sort', 'off', true)`);

/** Whether a page is one the screens request: from an end of the list or from where another page ended. */
export const isUsual = ({ limit, offset = 0 }: Reading<string>) =>
  offset === 0 && PAGE_SIZES.some((size) => limit === size + 1);

/**
 * A usual page is planned once per connection. The plan has to know how short it is, or it would be made for the whole
 * table.
 */
const stretchOf = (reading: Reading<string>) =>
  isUsual(reading) ? sql`limit ${sql.lit(reading.limit)}` : sql`limit ${reading.limit} offset ${reading.offset ?? 0}`;

/** Statement name of a usual page, from everything its text depends on; none for other pages. */
const nameOfPage = (what: string, reading: Reading<string>) => {
  const { sort, descending, from, including, limit } = reading;
  if (!isUsual(reading)) return undefined;
  return [what, sort, descending && 'down', from && (including ? 'from' : 'behind'), limit].filter(Boolean).join('_');
};

/** Builds the queries of a list. */
export function searchQueries<Sort extends string>(list: SearchedList<Sort>) {
  const { row, table, view, sweeping, keyset, total, apart } = list;
  const { keyText, orderBy, behind, columnsOf } = keyset;
  const here = sql.ref(row);
  const uuid = sql.ref(`${row}.uuid`);
  const rows = sql`${sql.table(view)} ${here}`;
  const start = ({ sort, descending, from, including }: Reading<Sort>): RawBuilder<SqlBool> =>
    from ? behind(sort, descending, from, including) : sql<SqlBool>`true`;
  const isApart = (sort: Sort) => apart?.sort === sort;
  /** The predicates that a separately stored order can answer; none for other orders. */
  const alongOnly = (predicates: readonly Predicate[], sort: Sort): RawBuilder<SqlBool> => {
    const parts = isApart(sort) ? predicates.flatMap(({ along }) => along ?? []) : [];
    return parts.length > 0 ? sql<SqlBool>`(${sql.join(parts, sql` and `)})` : sql<SqlBool>`true`;
  };
  /** Where to read: restricted by those predicates. */
  const within = (predicates: readonly Predicate[], reading: Reading<Sort>) =>
    isApart(reading.sort)
      ? sql<SqlBool>`(${start(reading)} and ${alongOnly(predicates, reading.sort)})`
      : start(reading);
  /** The predicates left to check on rows read `within` an order: a separately stored order has checked its own. */
  const leftOf = (predicates: readonly Predicate[], sort: Sort) =>
    isApart(sort) ? predicates.filter(({ along }) => !along) : predicates;
  /** Source of an order by itself. */
  const inOrder = (sort: Sort) => (isApart(sort) ? sql`${sql.table(apart?.view ?? view)} ${here}` : rows);
  /**
   * Rows (of `of`) with their sort keys; `among`: condition on a separately stored order, written as its index needs
   * it.
   */
  const sortable = (sort: Sort, of: RawBuilder<unknown> = sql.table(view), among = sql<SqlBool>`true`) =>
    isApart(sort)
      ? sql`(select v.*, l.${sql.ref(apart?.column ?? '')} from (select ${here}.* from ${inOrder(sort)} where ${among}) l
          join ${of} v on v.uuid = l.uuid) ${here}`
      : sql`${of} ${here}`;
  /** Approximate number of rows of all tenants. */
  const all = sql`(select c.reltuples from pg_class c where c.oid = ${table}::regclass)::float8`;
  const place = (sort: Sort) => sql`${uuid}, ${keyText(sort)} as key`;
  /**
   * A random sample of rows, each with whether it meets the predicates and lies in the part to read. `offset 0` makes
   * them evaluated once per row. The limit is never reached: it tells the planner, who would expect a tenth of the
   * table, that there are few.
   */
  const drawn = (predicates: readonly Predicate[], reading: Reading<Sort>, { wanted, few, most }: Drawing) => sql`(
    select ${columnsOf(reading.sort)}, ${allOf(predicates, false)} as hit, ${within(predicates, reading)} as lies
    from ${sortable(
      reading.sort,
      sql`(select d.* from ${sql.table(table)} d
        tablesample system (case when ${total} > ${few}::integer
          then least(100, 100.0 * ${wanted}::integer / ${total}, 100.0 * ${most}::integer / greatest(1, ${all})) else 0 end)
        limit ${sql.lit(2 * wanted)})`,
    )}
    offset 0) ${here}`;
  const ordered = ({ sort, descending }: Reading<Sort>) => sql`order by ${orderBy(sort, descending)}`;
  const alongOf = (reading: Reading<Sort>) => sql<Place>`
    select ${place(reading.sort)} from ${inOrder(reading.sort)} where ${start(reading)}
    ${ordered(reading)} ${stretchOf(reading)}`;

  return {
    table,

    inOrder,

    counted: named(`count_${table}`, sql<{ total: number }>`select ${total} as total`),

    /** The unfiltered list, straight along the index. */
    places: (reading: Reading<Sort>) => named(nameOfPage(`places_of_${table}`, reading), alongOf(reading)),

    /** Like `places`, with the rows shown; `rowsOf` has the columns of their positions. */
    rowsAlong: <Row extends Place>(reading: Reading<Sort>, rowsOf: (places: RawBuilder<Place>) => RawBuilder<Row>) =>
      named(nameOfPage(`rows_of_${table}`, reading), rowsOf(alongOf(reading))),

    /** Number of sampled rows that meet the predicates. */
    sample: (predicates: readonly Predicate[], reading: Reading<Sort>, drawing: Drawing) => sql<Sample>`
      select ${total} as total, ${all} as all, count(*) as sampled, count(*) filter (where hit) as hits
      from ${drawn(predicates, reading, drawing)}`,

    /**
     * Of the sample's hits in the part to read, the one before which, almost certainly, a page of matches lies in this
     * order. With it the sample's hits there and the rows sampled before the first hit.
     */
    farthest: (predicates: readonly Predicate[], reading: Reading<Sort>, drawing: Drawing) => sql<Farthest>`
      with lying as (
        select ${place(reading.sort)}, hit, row_number() over (${ordered(reading)}) as place
        from ${drawn(predicates, reading, drawing)} where lies)
      select uuid, key, (select count(*) from lying) as sampled, (select count(*) from lying where hit) as hits,
        (select min(place) - 1 from lying where hit) as ahead, place as before
      from lying where hit order by place limit 1
      offset ceil(3.0 * ${reading.limit}::integer * ${drawing.wanted}::integer / greatest(1, ${total}))::integer`,

    isApart,

    /**
     * Scans along the index, at most `budget` rows (a constant) and not past `last`; the hits are the beginning of the
     * list.
     */
    scanned: (predicates: readonly Predicate[], reading: Reading<Sort>, budget: number, last?: Place) => {
      const { sort, descending } = reading;
      const all = within(predicates, reading);
      const among = last ? sql<SqlBool>`(${all} and ${behind(sort, !descending, last, true)})` : all;
      return sql<Place>`
        select s.uuid, s.key from (
          select ${place(sort)}, ${allOf(leftOf(predicates, sort), false)} as hit
          from ${sortable(sort, sql.table(view), among)} where ${among}
          ${ordered(reading)} limit ${sql.lit(budget)}) s
        where s.hit limit ${reading.limit} offset ${reading.offset ?? 0}`;
    },

    /**
     * Collects all matches by whichever index is best, counts and sorts them. `sweeps`: use only the fragment index,
     * because most of its rows are the tenant's.
     */
    collected: (predicates: readonly Predicate[], reading: Reading<Sort>, sweeps: boolean) => sql<{
      total: number;
      places: Place[] | null;
    }>`
      with ${here} as materialized (
        select ${columnsOf(reading.sort)} from ${sortable(reading.sort, sql.table(sweeps ? sweeping : view))}
        where ${allOf(predicates, true)})
      select (select count(*) from ${here}) as total, (
        select json_agg(page) from (
          select ${place(reading.sort)} from ${here} where ${start(reading)}
          ${ordered(reading)} limit ${reading.limit} offset ${reading.offset ?? 0}) page) as places`,

    /**
     * Counts what is listed aside. With `mayWalk`, and where that is cheaper by `wayOf`, looks along the index for it;
     * else looks all of it up and sorts it.
     */
    listed: (aside: Asides, reading: Reading<Sort>, mayWalk: boolean) => {
      const { sort, limit, offset = 0 } = reading;
      const ordered = sql`order by ${orderBy(sort, reading.descending)}`;
      const part = sql`limit ${limit} offset ${offset}`;
      return sql<Listed>`
        with listed as materialized (${listedWith(aside)}), chosen as materialized (
          select c.total, ${mayWalk ? wayOf(offset + limit, total) : sql`null::bigint`} as way
          from (select count(*)::float8 as total from listed) c)
        select total, way is not null as walked, case when way is null then (
          with ${here} as materialized (
            select ${columnsOf(sort)} from ${sortable(sort)} where ${uuid} = any (array(select l.uuid from listed l)))
          select json_agg(page) from (
            select ${place(sort)} from ${here} where ${start(reading)} ${ordered} ${part}) page)
        else (
          select json_agg(page) from (
            select s.uuid, s.key from (
              select ${place(sort)}, ${uuid} in (select l.uuid from listed l) as hit
              from ${inOrder(sort)} where ${start(reading)} ${ordered} limit (select way from chosen)) s
            where s.hit ${part}) page)
        end as places from chosen`;
    },

    /**
     * Collects and sorts the matches up to a position of the list. With a fragment, no index may be used for the
     * stretch (`is true`): the grams of every row in it would be computed.
     */
    collectedUpTo: (predicates: readonly Predicate[], reading: Reading<Sort>, last: Place, sweeps: boolean) => {
      const { sort, descending } = reading;
      const among = sql<SqlBool>`(${within(predicates, reading)} and ${behind(sort, !descending, last, true)})`;
      const isHidden = predicates.some(({ indexed, isFragment }) => indexed && isFragment);
      return sql<Place>`
        with ${here} as materialized (
          select ${columnsOf(sort)} from ${sortable(sort, sql.table(sweeps ? sweeping : view), start(reading))}
          where ${allOf(predicates, true)} and ${isHidden ? sql`${among} is true` : among})
        select ${place(sort)} from ${here} ${ordered(reading)} limit ${reading.limit}`;
    },

    /** The matches, at most `limit`; also usable as a subquery. */
    matching: (predicates: readonly Predicate[], limit: number) =>
      sql<{ uuid: string }>`select ${uuid} from ${rows} where ${allOf(predicates, true)} limit ${limit}`,

    /** Exact number of matches. */
    countedMatching: (predicates: readonly Predicate[]) => sql<{ total: number }>`
      select count(*) as total from ${rows} where ${allOf(predicates, true)}`,
  };
}

export type SearchQueries<Sort extends string> = ReturnType<typeof searchQueries<Sort>>;
