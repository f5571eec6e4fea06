import type { ChartCounts, LogChart } from '#contract/logs/logs.ts';
import { defaultTimezone, instantAt, wallClock } from '#contract/timezones.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { Period } from '../platform/db/period.ts';
import type { Place } from './place.ts';
import { choosePlan, lookingThrough, outcomesOnly } from './plan.ts';
import * as queries from './queries.ts';
import { prepared } from './search.ts';
import type { Source } from './sources.ts';

const HOUR_MS = 3_600_000;
const SLOT_MS = HOUR_MS / 2;
/** Longest period, in hours, shown by the hour. */
const MOST_HOURS = 72;
/** Most rows counted one by one for a chart; fewer if their texts are read. */
const BUDGET = 50_000;
const TEXTS_BUDGET = 20_000;
/** Rows not counted yet, or in part of a half hour, are counted one by one: rarely more than an hour. */
const LIVE_BUDGET = 500_000;

/** Start of each bar: full hours or days of the time zone; the first starts with the period. */
export function boundsOf({ from, to }: Period, timezone: string): { unit: LogChart['unit']; bounds: Date[] } {
  const unit = to.getTime() - from.getTime() <= MOST_HOURS * HOUR_MS ? 'hour' : 'day';
  const start = wallClock(from, timezone);
  const bounds = [from];
  for (let step = 1; bounds.length <= 800; step += 1) {
    const clock = { ...start, minute: 0, second: 0 };
    const next =
      unit === 'day'
        ? instantAt({ ...clock, day: start.day + step, hour: 0 }, timezone)
        : new Date(instantAt(clock, timezone).getTime() + step * HOUR_MS);
    if (next >= to) return { unit, bounds };
    if (next > from) bounds.push(next);
  }
  return { unit, bounds };
}

/** Number of rows that a search would find, for each bar. */
export async function chartLog<Condition extends { keyword?: string | undefined }, Row extends Place>(
  tx: Tx,
  source: Source<Condition, Row>,
  {
    period,
    condition: given,
    timezone = defaultTimezone,
  }: { period: Period; condition: Condition; timezone?: string | undefined },
): Promise<LogChart> {
  const { unit, bounds } = boundsOf(period, timezone);
  const condition = await prepared(tx, source, given);
  const byCounts = await outcomesOnly(tx, source, condition);
  const { counted, cut } = byCounts
    ? await fromCounts(tx, source, { period, condition, bounds, ...byCounts })
    : await fromRows(tx, source, { period, condition, bounds });
  const bars = bounds.map((from, at) => ({
    from: from.toISOString(),
    ...sumOf(counted.filter(({ bar }) => bar === at + 1)),
  }));
  return { unit, bars, ...sumOf(bars), countedFrom: cut?.at.toISOString() ?? null };
}

function sumOf(counts: readonly ChartCounts[]): ChartCounts {
  const sum = { rows: 0, errors: 0, processing: 0, expired: 0 };
  for (const name of Object.keys(sum) as (keyof ChartCounts)[]) for (const one of counts) sum[name] += one[name];
  return sum;
}

interface Counting<Condition> {
  period: Period;
  condition: Condition;
  bounds: Date[];
}

/** Uses the counts of whole half hours; counts the rest row by row. */
async function fromCounts<Condition extends { keyword?: string | undefined }, Row extends Place>(
  tx: Tx,
  source: Source<Condition, Row>,
  { period, condition, bounds, outcomes }: Counting<Condition> & { outcomes: string[] | null },
) {
  const { from, to } = period;
  const countedTo = (await queries.readCountedTo(tx, source.kind)) ?? from;
  const first = new Date(Math.ceil(from.getTime() / SLOT_MS) * SLOT_MS);
  const last = new Date(Math.floor(Math.min(to.getTime(), countedTo.getTime()) / SLOT_MS) * SLOT_MS);
  const isCounted = first < last;
  const counted = isCounted
    ? await queries.countSlots(tx, source.kind, { from: first, to: last }, outcomes, bounds)
    : [];
  const just = (millis: Date, shift: number) => new Date(millis.getTime() + shift);
  const stretches = isCounted
    ? [
        { from, to: just(first, -1) },
        { from: last, to },
      ]
    : [period];
  const plan = lookingThrough(source, condition);
  let cut: Place | null = null;
  for (const stretch of stretches) {
    if (stretch.to < stretch.from) continue;
    const reading = queries.within(stretch, {}, { budget: LIVE_BUDGET, limit: LIVE_BUDGET });
    const live = await queries.countBetween(tx, source, plan, reading, bounds);
    counted.push(...live.counted);
    if (!isCounted) cut = live.cut;
  }
  return { counted, cut };
}

/** Counts row by row, newest first, up to the budget. */
async function fromRows<Condition extends { keyword?: string | undefined }, Row extends Place>(
  tx: Tx,
  source: Source<Condition, Row>,
  { period, condition, bounds }: Counting<Condition>,
) {
  const whole = queries.within(period, {}, { budget: BUDGET, limit: BUDGET });
  const plan = await choosePlan(tx, source, condition, whole);
  const most = plan.residual === null ? BUDGET : TEXTS_BUDGET;
  const budget = Math.floor(most / Math.max(1, plan.streams?.length ?? 1));
  const reading = { ...whole, budget, limit: budget };
  return queries.countBetween(tx, source, plan, reading, bounds);
}
