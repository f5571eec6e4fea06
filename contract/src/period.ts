import { MAX_PERIOD_DAYS } from './limits.ts';
import { defaultTimezone, instantAt, wallClock } from './timezones.ts';

/** Reads `yyyy/MM/dd HH:mm:ss` as the time of a zone; undefined when it is not a real date and time. */
export function parseDateTime(text: string, timeZone: string = defaultTimezone): Date | undefined {
  if (!/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text.split(/[/ :]/).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isRealDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (year === 0 || !isRealDay || hour > 23 || minute > 59 || second > 59) return undefined;
  return instantAt({ year, month, day, hour, minute, second }, timeZone);
}

export type PeriodErrorId = 'invalidDatetime' | 'tooOld' | 'inFuture' | 'incorrectEndDatetime';
export interface PeriodError {
  field: 'fromDatetime' | 'toDatetime';
  id: PeriodErrorId;
}

/**
 * The error of a custom period (spec section 5): both ends must be dates within the past 35 days and not in the future
 * (today's last second counts as today), and the end not before the start. Days are in the given time zone.
 */
export function checkPeriod(
  from: Date | undefined,
  to: Date | undefined,
  now: Date,
  timeZone: string = defaultTimezone,
): PeriodError[] {
  const today = wallClock(now, timeZone);
  const day = today.day - MAX_PERIOD_DAYS;
  const earliest = instantAt({ ...today, day, hour: 0, minute: 0, second: 0 }, timeZone);
  const endOfToday = instantAt({ ...today, hour: 23, minute: 59, second: 59 }, timeZone);
  const wrong = (date: Date | undefined, latest: number): PeriodErrorId | undefined => {
    if (date === undefined || Number.isNaN(date.getTime())) return 'invalidDatetime';
    if (date < earliest) return 'tooOld';
    return date.getTime() > latest ? 'inFuture' : undefined;
  };
  const errors: PeriodError[] = [];
  const wrongFrom = wrong(from, now.getTime());
  const wrongTo = wrong(to, endOfToday.getTime() + 999);
  if (wrongFrom) errors.push({ field: 'fromDatetime', id: wrongFrom });
  if (wrongTo) errors.push({ field: 'toDatetime', id: wrongTo });
  else if (!wrongFrom && from && to && to < from) errors.push({ field: 'toDatetime', id: 'incorrectEndDatetime' });
  return errors;
}
