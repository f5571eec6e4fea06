import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { PAGE_SIZES } from '#contract/limits.ts';
import type { Keyset, Place } from '../keyset.ts';
import { named } from '../ask.ts';
import { allOf, type Predicate } from './predicate.ts';

/** Where in a list to read: in its direction (or backwards), from behind a place, past so many. */
export interface Reading<Sort extends string> {
  sort: Sort;
  descending: boolean;
  from?: Place | undefined;
  /** Whether `from` itself is read too. */
  including?: boolean;
  offset?: number;
  limit: number;
}

/** A list of rows of a tenant that has indexes for its orders and its fragments. */
export interface SearchedList<Sort extends string> {
  /** What its rows are called in predicates and orders. */
  row: string;
  table: string;
  /** The rows of the declared tenant, behind no wall that would keep an index from being asked (migration 0010). */
  view: string;
  /** The same, for which the index of fragments is not asked for the tenant (migration 0044). */
  sweeping: string;
  keyset: Keyset<Sort>;
  /** An order whose column lies in a table of its own, with the `uuid` of the rows: its view and the column. */
  apart?: { sort: Sort; view: string; column: string };
  /** How many the tenant has, from counters. */
  total: RawBuilder<number>;
}

export interface Sample {
  /** Rows the tenant has, and about how many there are of all tenants. */
  total: number;
  all: number;
  sampled: number;
  hits: number;
}

/**
 * A place before which a page of matches lies, and what was drawn: rows, hits, rows before the first hit, and rows up to
 * the place.
 */
export interface Farthest extends Place {
  sampled: number;
  hits: number;
  ahead: number;
  before: number;
}

/**
 * Rows to take at random: about `wanted`, none of up to `few`. Whole pages of the table are drawn, whoever's rows they
 * hold, so a tenant that has a small share of it is drawn fewer: `most` are looked at.
 */
export interface Drawing {
  wanted: number;
  few: number;
  most: number;
}

/**
 * Tells the planner, for the rest of the transaction, what collecting is like: too short for parallel workers to be
 * worth their start, and looking at a row dearer than passing over one in an index, so that two indexes together say
 * which ones to look at. It believes that a fragment is rare, whatever it is.
 */
export const tuning = named(
  'tune_for_collecting',
  sql<object>`
    select set_config('max_parallel_workers_per_gather', '0', true), set_config('enable_indexscan', 'off', true),
      set_config('seq_page_cost', '8', true), set_config('random_page_cost', '8', true), set_config('enable_sort', 'on', true)`,
);

/** Tells it to go along an index that has the order: for a long stretch it would rather read the table and sort. */
export const walking = named('tune_for_walking', sql<object>`select set_config('enable_sort', 'off', true)`);

/** Whether a page is one as the screens ask for it, from an end of the list or from where another one ended. */
export const isUsual = ({ limit, offset = 0 }: Reading<string>) =>
  offset === 0 && PAGE_SIZES.some((size) => limit === size + 1);

/** Such a page is planned once a connection. The plan has to see how short it is, or it is one for the whole table. */
const stretchOf = (reading: Reading<string>) =>
  isUsual(reading) ? sql`limit ${sql.lit(reading.limit)}` : sql`limit ${reading.limit} offset ${reading.offset ?? 0}`;

/** The name of such a page, by all that its text depends on; none for another one. */
const nameOfPage = (what: string, reading: Reading<string>) => {
  const { sort, descending, from, including, limit } = reading;
  if (!isUsual(reading)) return undefined;
  return [what, sort, descending && 'down', from && (including ? 'from' : 'behind'), limit].filter(Boolean).join('_');
};

/** The questions to ask of a list. */
export function searchQueries<Sort extends string>(list: SearchedList<Sort>) {
  const { row, table, view, sweeping, keyset, total, apart } = list;
  const { keyText, orderBy, behind, columnsOf } = keyset;
  const here = sql.ref(row);
  const uuid = sql.ref(`${row}.uuid`);
  const rows = sql`${sql.table(view)} ${here}`;
  const start = ({ sort, descending, from, including }: Reading<Sort>): RawBuilder<SqlBool> =>
    from ? behind(sort, descending, from, including) : sql<SqlBool>`true`;
  const isApart = (sort: Sort) => apart?.sort === sort;
  /** What the predicates leave of the order apart; of another order all. */
  const alongOnly = (predicates: readonly Predicate[], sort: Sort): RawBuilder<SqlBool> => {
    const parts = isApart(sort) ? predicates.flatMap(({ along }) => along ?? []) : [];
    return parts.length > 0 ? sql<SqlBool>`(${sql.join(parts, sql` and `)})` : sql<SqlBool>`true`;
  };
  /** Where to read: no more than they leave. */
  const within = (predicates: readonly Predicate[], reading: Reading<Sort>) =>
    isApart(reading.sort)
      ? sql<SqlBool>`(${start(reading)} and ${alongOnly(predicates, reading.sort)})`
      : start(reading);
  /** What is left to ask of rows that were read `within` an order: there the order apart has answered its own. */
  const leftOf = (predicates: readonly Predicate[], sort: Sort) =>
    isApart(sort) ? predicates.filter(({ along }) => !along) : predicates;
  /** What an order alone needs. */
  const inOrder = (sort: Sort) => (isApart(sort) ? sql`${sql.table(apart?.view ?? view)} ${here}` : rows);
  /** The rows (of `of`) with what they are sorted by; `among`: where in an order of its own, as its index has it. */
  const sortable = (sort: Sort, of: RawBuilder<unknown> = sql.table(view), among = sql<SqlBool>`true`) =>
    isApart(sort)
      ? sql`(select v.*, l.${sql.ref(apart?.column ?? '')} from (select ${here}.* from ${inOrder(sort)} where ${among}) l
          join ${of} v on v.uuid = l.uuid) ${here}`
      : sql`${of} ${here}`;
  /** About how many rows all tenants have. */
  const all = sql`(select c.reltuples from pg_class c where c.oid = ${table}::regclass)::float8`;
  const place = (sort: Sort) => sql`${uuid}, ${keyText(sort)} as key`;
  /**
   * Rows taken at random, each with whether it meets the predicates and lies where is read. `offset 0`: they are asked once of each. The limit is
   * never reached: it tells the planner, who expects a tenth of the table, that they are few.
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

    /** The list without a search: straight along the index. */
    places: (reading: Reading<Sort>) => named(nameOfPage(`places_of_${table}`, reading), alongOf(reading)),

    /** The same with what is shown of it; `rowsOf` has the columns of its places. */
    rowsAlong: <Row extends Place>(reading: Reading<Sort>, rowsOf: (places: RawBuilder<Place>) => RawBuilder<Row>) =>
      named(nameOfPage(`rows_of_${table}`, reading), rowsOf(alongOf(reading))),

    /** How many of rows taken at random meet the predicates. */
    sample: (predicates: readonly Predicate[], reading: Reading<Sort>, drawing: Drawing) => sql<Sample>`
      select ${total} as total, ${all} as all, count(*) as sampled, count(*) filter (where hit) as hits
      from ${drawn(predicates, reading, drawing)}`,

    /**
     * Of the hits of such a sample that the reading has still before it one, in its order, before which a page of matches
     * lies: almost surely. With it how many the sample had there, and how many rows of it lay before its first hit.
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
     * Looks along the index, no further than `budget` rows (always the same), nor behind `last`; what is found is the
     * beginning of the list.
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
     * Collects all that match by whatever index is best, counts them and sorts. `sweeps`: where nothing but the index of
     * fragments is to be asked, and most rows are the tenant's.
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
     * Collects those that match and are not behind a place of the list, and sorts them. Where a fragment is looked for,
     * no index may be asked for the stretch (`is true`): its grams would be made of every row in it.
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

    /** Those that match; at most `limit`. To build a statement on, too. */
    matching: (predicates: readonly Predicate[], limit: number) =>
      sql<{ uuid: string }>`select ${uuid} from ${rows} where ${allOf(predicates, true)} limit ${limit}`,

    /** How many match, exactly. */
    countedMatching: (predicates: readonly Predicate[]) => sql<{ total: number }>`
      select count(*) as total from ${rows} where ${allOf(predicates, true)}`,
  };
}

export type SearchQueries<Sort extends string> = ReturnType<typeof searchQueries<Sort>>;
