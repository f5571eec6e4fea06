import { type ErrorId, fail } from '#contract/errors.ts';
import { MAX_PERIOD_DAYS } from '#contract/limits.ts';
import { checkPeriod } from '#contract/period.ts';

export interface Period {
  from: Date;
  to: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PERIOD_MS = { hours24: 24 * HOUR_MS, days7: 7 * DAY_MS, days35: MAX_PERIOD_DAYS * DAY_MS };

interface Asked {
  periodType: keyof typeof PERIOD_MS | 'custom';
  fromDatetime?: string | undefined;
  toDatetime?: string | undefined;
}

/** Start and end of a period; a custom one is taken as it was asked before. */
export function boundsOf(asked: Asked, now: Date): Period {
  if (asked.periodType !== 'custom') return { from: new Date(now.getTime() - PERIOD_MS[asked.periodType]), to: now };
  return { from: new Date(asked.fromDatetime ?? Number.NaN), to: new Date(asked.toDatetime ?? Number.NaN) };
}

/**
 * The period of a search; the days of a custom period are those of the time zone (spec section 5, "Date-time"). Throws
 * `error.common.incorrectEndDatetime` if it ends before it starts, `invalid_params` with the field if an end is
 * missing, in the future or older than 35 days.
 */
export function readPeriod(asked: Asked, now: Date, timezone: string | undefined): Period {
  if (asked.periodType !== 'custom') return boundsOf(asked, now);
  const from = asked.fromDatetime === undefined ? undefined : new Date(asked.fromDatetime);
  const to = asked.toDatetime === undefined ? undefined : new Date(asked.toDatetime);
  const [wrong, ...more] = checkPeriod(from, to, now, timezone).map(({ field, id }) => ({
    id: (id === 'incorrectEndDatetime' ? 'error.common.incorrectEndDatetime' : 'invalid_params') as ErrorId,
    field,
  }));
  if (wrong || !from || !to) throw fail(wrong?.id ?? 'invalid_params', { ...(wrong && { field: wrong.field }), more });
  return { from, to };
}
