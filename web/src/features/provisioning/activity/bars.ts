import type { SourceRun } from '#contract/provisioning/runs.ts';
import { wallClock } from '#contract/timezones.ts';

export type Counts = Omit<SourceRun, 'hour'>;

/** What the page shows: how many bars, each an hour or a day. */
export const periods = {
  hours24: { unit: 'hour', bars: 24 },
  days7: { unit: 'day', bars: 7 },
  days30: { unit: 'day', bars: 30 },
  days90: { unit: 'day', bars: 90 },
} as const;
export type Period = keyof typeof periods;
export const isPeriod = (value: unknown): value is Period => typeof value === 'string' && Object.hasOwn(periods, value);

/** How many hours are asked for, to have all of a period. */
export const hoursOf = (period: Period): number => periods[period].bars * (periods[period].unit === 'day' ? 24 : 1);

const HOUR_MS = 3_600_000;
const none: Counts = {
  ...{ created: 0, adopted: 0, updated: 0, deactivated: 0, deleted: 0 },
  ...{ held: 0, spared: 0, unchanged: 0, groups: 0, failed: 0 },
};

const add = (one: Counts, other: Counts): Counts => ({
  created: one.created + other.created,
  adopted: one.adopted + other.adopted,
  updated: one.updated + other.updated,
  deactivated: one.deactivated + other.deactivated,
  deleted: one.deleted + other.deleted,
  held: one.held + other.held,
  spared: one.spared + other.spared,
  unchanged: one.unchanged + other.unchanged,
  groups: one.groups + other.groups,
  failed: one.failed + other.failed,
});

export interface Bar {
  /** When it began. */
  from: Date;
  counts: Counts;
}

/** The bars of a period until now, the earliest first; hours without a call are in them with zeros. Days are those of `timeZone`. */
export function barsOf(runs: readonly SourceRun[], period: Period, timeZone: string, now: Date): Bar[] {
  const { unit, bars } = periods[period];
  const known = new Map(runs.map(({ hour, ...counts }) => [Date.parse(hour), counts]));
  const last = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const found = new Map<string, Bar>();
  for (let at = last - (hoursOf(period) - 1) * HOUR_MS; at <= last; at += HOUR_MS) {
    const from = new Date(at);
    const key = unit === 'hour' ? String(at) : dayOf(from, timeZone);
    const bar = found.get(key) ?? { from, counts: none };
    found.set(key, { ...bar, counts: add(bar.counts, known.get(at) ?? none) });
  }
  // The hours of the first day may have begun in the middle of it.
  return [...found.values()].slice(-bars);
}

function dayOf(at: Date, timeZone: string): string {
  const { year, month, day } = wallClock(at, timeZone);
  return `${year}-${month}-${day}`;
}

export const totalOf = (bars: readonly Bar[]): Counts => bars.reduce((sum, { counts }) => add(sum, counts), none);
