import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type ChartCounts, countedStatuses } from '#contract/logs/logs.ts';
import type { LogKind } from '#contract/logs/logs-fields.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { Period } from '../platform/db/period.ts';
import type { Place } from './place.ts';
import type { Reading } from './reading.ts';
import type { Source, Stream } from './sources.ts';

export type { Reading } from './reading.ts';

/** Rows to read: those of the streams, or all; and the conditions they must also meet. */
export interface Plan {
  streams: readonly Stream[] | null;
  residual: RawBuilder<SqlBool> | null;
  /** Only rows that are listed individually (`source.whole`). */
  grouped?: boolean | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: what a condition holds is the source's own affair
type AnySource<Row extends Place> = Source<any, Row>;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A whole period, or the part of it after a place. */
export function within(
  period: Period,
  { after, before }: { after?: Place; before?: Place },
  size: { budget: number; limit: number },
): Reading {
  return {
    ...period,
    ...size,
    below: after ?? { at: period.to, id: LAST_ID },
    above: before ?? { at: period.from, id: FIRST_ID },
    backwards: before !== undefined,
  };
}

const way = ({ backwards }: Reading) => (backwards ? sql`asc` : sql`desc`);
const order = (reading: Reading) => sql`l.at ${way(reading)}, l.id ${way(reading)}`;
const inPeriod = ({ from, to }: Reading) => sql`l.at >= ${from}::timestamptz and l.at <= ${to}::timestamptz`;
const place = ({ at, id }: Place) => sql`${at}::timestamptz, ${id}::uuid`;

/** Rows of the log by time, or of one value: in the order of one index, so that PostgreSQL uses no other. */
function along(
  source: AnySource<Place>,
  field: string | null,
  reading: Reading,
  columns: RawBuilder<unknown>,
  grouped = false,
) {
  const key = field === null ? null : source.keys[field];
  if (field === null || !key) {
    const base = grouped && source.whole ? sql`and ${source.whole}` : sql``;
    return sql`select ${columns} from ${source.view} l where ${inPeriod(reading)} ${base}
      and (l.at, l.id) < (${place(reading.below)}) and (l.at, l.id) > (${place(reading.above)})
      order by ${order(reading)}`;
  }
  const other = source.ways?.[field];
  if (other) return other(reading, columns);
  const base = source.bases?.[field];
  return sql`select ${columns} from ${source.view} l where ${inPeriod(reading)}
    and (log_key(${key}), l.at, l.id) < (log_key(k.term), ${place(reading.below)})
    and (log_key(${key}), l.at, l.id) > (log_key(k.term), ${place(reading.above)}) and lower(${key}) = lower(k.term)
    ${base ? sql`and ${base}` : sql``}
    order by log_key(${key}) ${way(reading)}, ${order(reading)}`;
}

/** The streams by field: each field has its own index. */
function byField(streams: readonly Stream[]): [field: string, terms: string[]][] {
  const fields = new Map<string, string[]>();
  for (const { field, term } of streams) fields.set(field, [...(fields.get(field) ?? []), term]);
  return [...fields];
}

/** For each stream, or for all rows, what `ofOne` selects. */
function ofEach(streams: Plan['streams'], ofOne: (field: string | null) => RawBuilder<unknown>): RawBuilder<unknown> {
  if (streams === null) return ofOne(null);
  const parts = byField(streams).map(
    ([field, terms]) => sql`select r.* from unnest(${terms}::text[]) k (term) cross join lateral (${ofOne(field)}) r`,
  );
  return sql.join(parts, sql` union all `);
}

/** The first rows of each stream of a plan without a residual. */
const firstOf = (
  source: AnySource<Place>,
  { streams, grouped }: Plan,
  reading: Reading,
  columns: RawBuilder<unknown>,
) =>
  ofEach(
    streams,
    (field) => sql`${along(source, field, reading, columns, grouped)} limit ${Math.min(reading.limit, reading.budget)}`,
  );

/**
 * Of the first `budget` rows of each stream: whether they meet the residual (`met`), and which is the last of them (`ends`).
 * Others are left out, and what follows `limit` such rows.
 */
const triedOf = (
  source: AnySource<Place>,
  { streams, residual, grouped }: Plan,
  reading: Reading,
  columns: RawBuilder<unknown>,
) =>
  ofEach(
    streams,
    (field) => sql`
      select * from (
        select l.*, ${residual ?? sql`true`} as met, row_number() over () = ${reading.budget} as ends
        from (${along(source, field, reading, columns, grouped)} limit ${reading.budget}) l) l
      where l.met or l.ends limit ${reading.limit}`,
  );

export interface Read<Row> {
  rows: Row[];
  /** How far it was searched: no stream was read beyond this place. Null: to the end, or until the rows were enough. */
  cut: Place | null;
}

/** The first rows that a plan finds, newest first; a row of two streams is returned once. */
export async function readRows<Row extends Place>(
  tx: Tx,
  source: AnySource<Row>,
  plan: Plan,
  reading: Reading,
): Promise<Read<Row>> {
  if (plan.streams?.length === 0) return { rows: [], cut: null };
  const most = sql`order by ${order(reading)} limit ${Math.max(1, byField(plan.streams ?? []).length) * reading.limit}`;
  const { rows: read } = await (plan.residual === null
    ? sql<Row & { cuts?: boolean }>`
        select l.* from (${firstOf(source, plan, reading, source.columns)}) l ${most}`
    : sql<Row & { cuts?: boolean }>`
        with tried as materialized (${triedOf(source, plan, reading, source.columns)})
        (select l.*, false as cuts from tried l where l.met ${most})
        union all (select l.*, true from tried l where l.ends order by ${order(reading)} limit 1)`
  ).execute(tx);
  const found = read.filter(({ cuts }) => !cuts);
  const once = found.filter((row, at) => row.id !== found[at - 1]?.id).slice(0, reading.limit);
  const cut = read.find(({ cuts }) => cuts);
  return { rows: reading.backwards ? once.reverse() : once, cut: cut ? { at: cut.at, id: cut.id } : null };
}

/** Number of rows of a plan without a residual, counted up to `reading.limit`. */
export async function countRows(tx: Tx, source: AnySource<Place>, plan: Plan, reading: Reading): Promise<number> {
  if (plan.streams?.length === 0) return 0;
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (
      select from (${firstOf(source, plan, reading, sql`l.id`)}) l limit ${reading.limit}) l`.execute(tx);
  return rows[0]?.total ?? 0;
}

export interface Counted extends ChartCounts {
  /** Number of the interval between the bounds, from 1. */
  bar: number;
}

/** Counts rows, each of which represents `amount`. */
const counts = (amount: RawBuilder<unknown>, isStatus: (status: string) => RawBuilder<SqlBool>) =>
  sql.join([
    sql`coalesce(sum(${amount}), 0)::integer as rows`,
    ...Object.entries(countedStatuses).map(
      ([name, status]) =>
        sql`coalesce(sum(${amount}) filter (where ${isStatus(status)}), 0)::integer as ${sql.ref(name)}`,
    ),
  ]);

/** Counts the rows that a plan finds between the bounds, and how far it looked for them. */
export async function countBetween(
  tx: Tx,
  source: AnySource<Place>,
  plan: Plan,
  reading: Reading,
  bounds: readonly Date[],
): Promise<{ counted: Counted[]; cut: Place | null }> {
  if (plan.streams?.length === 0) return { counted: [], cut: null };
  const distinct = byField(plan.streams ?? []).length > 1 ? sql`distinct` : sql``;
  // Three columns are in the index of an actor.
  const columns = plan.residual === null ? sql`l.id, l.at, l.status` : sql`l.*`;
  const { rows } = await sql<{ counted: Counted[] | null; at: Date | null; id: string | null }>`
    with tried as materialized (
      select l.id, l.at, l.status, l.met, l.ends from (${triedOf(source, plan, reading, columns)}) l),
    cut as (select at, id from tried where ends order by at desc, id desc limit 1),
    bars as (
      select width_bucket(l.at, ${bounds}::timestamptz[]) as bar,
        ${counts(sql`1`, (status) => sql`l.status = ${status}`)}
      from (select ${distinct} l.id, l.at, l.status from tried l left join cut c on true
        where l.met and (c.id is null or (l.at, l.id) > (c.at, c.id))) l
      group by 1)
    select (select jsonb_agg(bars) from bars) as counted, (select at from cut) as at, (select id from cut) as id`.execute(
    tx,
  );
  const [{ counted, at, id } = { counted: null, at: null, id: null }] = rows;
  return { counted: counted ?? [], cut: at && id ? { at, id } : null };
}

/** Counted half hours between the bounds, of these outcomes or of all. */
export async function countSlots(
  tx: Tx,
  kind: LogKind,
  { from, to }: Period,
  outcomes: readonly string[] | null,
  bounds: readonly Date[],
): Promise<Counted[]> {
  const chosen = outcomes === null ? sql`true` : sql`c.outcome = any (${outcomes}::text[])`;
  const { rows } = await sql<Counted>`
    select width_bucket(c.slot, ${bounds}::timestamptz[]) as bar,
      ${counts(sql`c.rows`, (status) => sql`split_part(c.outcome, '|', 1) = ${status}`)}
    from log_counts c where c.log = ${kind} and c.slot >= ${from} and c.slot < ${to} and ${chosen}
    group by 1`.execute(tx);
  return rows;
}

/** Time up to which a log was counted; null if never. */
export async function readCountedTo(tx: Tx, kind: LogKind): Promise<Date | null> {
  const row = await tx.selectFrom('log_counted').select('counted_to').where('log', '=', kind).executeTakeFirst();
  return row?.counted_to ?? null;
}

/** The outcomes that occur in a log. */
export async function readOutcomes(tx: Tx, kind: LogKind): Promise<string[]> {
  const rows = await tx
    .selectFrom('log_terms')
    .select('term')
    .where('log', '=', kind)
    .where('field', '=', 'outcome')
    .orderBy('term')
    .execute();
  return rows.map(({ term }) => term);
}

/** Values of the searched fields that contain a fragment, at most `most`. */
export async function findTerms(
  tx: Tx,
  { kind, searched }: Pick<AnySource<Place>, 'kind' | 'searched'>,
  needle: string,
  indexed: RawBuilder<SqlBool> | null,
  most: number,
): Promise<Stream[]> {
  const { rows } = await sql<Stream>`
    select u.field, u.term from searchable_log_terms u
    where u.log = ${kind} and u.field = any (${searched}::text[]) and ${indexed ?? sql`true`}
      and strpos(u.search_text, lower(${needle}::text)) > 0
    limit ${most}`.execute(tx);
  return rows;
}

/** The time zone in which a user sees times. */
export async function readTimezone(tx: Tx, userUuid: string): Promise<string | null> {
  const row = await tx
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.tenant_id', 'u.tenant_id')
    .select((eb) => eb.fn.coalesce('u.timezone', 't.timezone').as('timezone'))
    .where('u.uuid', '=', userUuid)
    .executeTakeFirst();
  return row?.timezone ?? null;
}
