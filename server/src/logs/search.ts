import type { Tx } from '../platform/db/transaction.ts';
import { placeOf, readCursor, toPage } from './page.ts';
import { readPeriod } from '../platform/db/period.ts';
import type { Period } from '../platform/db/period.ts';
import type { Place } from './place.ts';
import { choosePlan, lookingThrough } from './plan.ts';
import * as queries from './queries.ts';
import type { Source } from './sources.ts';

/** Rows read first for a keyword: what is common is found at once. Where there are many streams, of all rows. */
const FIRST_LOOK = 800;
const MANY_STREAMS = 10;
/** Most rows one call reads over all streams; fewer if each is searched for a fragment. */
const BUDGET = 10_000;
const KEYWORD_BUDGET = 4000;
const LEAST_BUDGET = 200;
/** Totals above this are shown as "at least". */
const COUNTED = 200;

export interface Asked<Condition> {
  periodType: 'hours24' | 'days7' | 'days35' | 'custom';
  fromDatetime?: string | undefined;
  toDatetime?: string | undefined;
  condition: Condition;
}

interface Found<Row> {
  rows: Row[];
  /** Where the search stopped; null: all was searched. */
  cut: Place | null;
  plan: queries.Plan;
}

/** The period of a call in the caller's time zone. Throws what `readPeriod` throws. */
export async function periodOf(tx: Tx, userUuid: string, asked: Parameters<typeof readPeriod>[0], now: Date) {
  const timezone = (await queries.readTimezone(tx, userUuid)) ?? undefined;
  return { period: readPeriod(asked, now, timezone), timezone };
}

/** A page of a log, newest first. Throws `invalid_params` with the field, and what `readPeriod` throws. */
export async function searchLog<Condition extends { keyword?: string | undefined }, Row extends Place, Entry>(
  tx: Tx,
  source: Source<Condition, Row>,
  { period, condition: given, cursor: text, count }: PageAsked<Condition>,
  toEntry: (row: Row) => Entry,
) {
  const cursor = readCursor(text);
  const condition = await prepared(tx, source, given);
  const reading = queries.within(period, placeOf(cursor), { budget: BUDGET, limit: count + 1 });
  const { rows, cut, plan } = await find(tx, source, condition, reading);
  const page = toPage(rows, { cursor, count, cut }, toEntry);
  const isWhole = cursor === null && !page.next;
  const counted = isWhole || plan.residual !== null ? 0 : await countSome(tx, source, period, plan);
  const known = Math.max(rows.length, Math.min(counted, COUNTED));
  return {
    ...page,
    totalResults: known,
    ...(!isWhole && (counted > COUNTED || plan.residual !== null) && { totalIsEstimate: true }),
    itemsPerPage: count,
  };
}

interface PageAsked<Condition> {
  period: Period;
  condition: Condition;
  cursor?: string | undefined;
  count: number;
}

async function find<Condition extends { keyword?: string | undefined }, Row extends Place>(
  tx: Tx,
  source: Source<Condition, Row>,
  condition: Condition,
  reading: queries.Reading,
): Promise<Found<Row>> {
  const plan = await choosePlan(tx, source, condition, reading);
  const shared = (budget: number, { streams }: queries.Plan) => Math.floor(budget / Math.max(1, streams?.length ?? 1));
  if (condition.keyword && source.streams(condition).length === 0) {
    const isMany = (plan.streams?.length ?? MANY_STREAMS) >= MANY_STREAMS;
    const newest = isMany ? lookingThrough(source, condition) : plan;
    const first = await look(tx, source, newest, { ...reading, budget: shared(FIRST_LOOK, newest) });
    if (first.rows.length >= reading.limit || !first.cut) return first;
  }
  const readsTexts = condition.keyword && (plan.streams === null || source.streams(condition).length > 0);
  const budget = Math.max(LEAST_BUDGET, shared(readsTexts ? KEYWORD_BUDGET : BUDGET, plan));
  return look(tx, source, plan, { ...reading, budget });
}

/** Rows that a plan finds, leaving out those older than where a stream stopped: others may be missing there. */
async function look<Condition, Row extends Place>(
  tx: Tx,
  source: Source<Condition, Row>,
  plan: queries.Plan,
  reading: queries.Reading,
): Promise<Found<Row>> {
  const { rows, cut } = await queries.readRows(tx, source, plan, reading);
  const isFull = rows.length >= reading.limit;
  // A single stream that filled the page was read to the end of the page.
  if (isFull && (plan.streams?.length ?? 1) <= 1) return { rows, cut: null, plan };
  if (!cut) return { rows, cut, plan };
  const isSeen = (row: Place) => (reading.backwards ? compare(row, cut) <= 0 : compare(row, cut) >= 0);
  const seen = rows.filter(isSeen);
  return { rows: seen, cut: seen.length >= reading.limit ? null : cut, plan };
}

const compare = (a: Place, b: Place) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : Number(a.id > b.id));

/** Number of rows of a plan without a residual, counted to just above the exact totals. */
async function countSome<Condition, Row extends Place>(
  tx: Tx,
  source: Source<Condition, Row>,
  period: Period,
  plan: queries.Plan,
): Promise<number> {
  const size = { budget: COUNTED + 1, limit: COUNTED + 1 };
  return queries.countRows(tx, source, plan, queries.within(period, {}, size));
}

/** A condition with the meaning of its keyword. */
export const prepared = <Condition, Row extends Place>(
  tx: Tx,
  source: Source<Condition, Row>,
  condition: Condition,
): Condition | Promise<Condition> => source.prepare?.(tx, condition) ?? condition;

/** True if a search finds anything, or if finding out would take long. */
export async function hasRows<Condition extends { keyword?: string | undefined }, Row extends Place>(
  tx: Tx,
  source: Source<Condition, Row>,
  period: Period,
  condition: Condition,
): Promise<boolean> {
  const asked = await prepared(tx, source, condition);
  const { rows, cut } = await find(tx, source, asked, queries.within(period, {}, { budget: BUDGET, limit: 1 }));
  return rows.length > 0 || cut !== null;
}
