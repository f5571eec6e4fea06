import { z } from 'zod';

/** One end of a custom period: ISO 8601 in UTC, e.g. `2026-03-01T15:00:00Z`. */
const moment = z.iso.datetime();

/** The period filter (spec section 3). The ends are only for `custom`, which needs both. */
export const periodFields = {
  periodType: z.enum(['hours24', 'days7', 'days35', 'custom']).default('days35'),
  fromDatetime: moment.optional(),
  toDatetime: moment.optional(),
};
interface GivenPeriod {
  periodType?: string | undefined;
  fromDatetime?: string | undefined;
  toDatetime?: string | undefined;
}
const hasLooseEnd = (end: 'fromDatetime' | 'toDatetime') => (body: GivenPeriod) =>
  body.periodType === 'custom' || body[end] === undefined;

/** Adds a period to a body; ends are refused unless the period is `custom`. */
export function withPeriod<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z
    .strictObject({ ...periodFields, ...shape })
    .refine((body) => hasLooseEnd('fromDatetime')(body as GivenPeriod), { path: ['fromDatetime'] })
    .refine((body) => hasLooseEnd('toDatetime')(body as GivenPeriod), { path: ['toDatetime'] });
}

/**
 * A period as a condition (spec section 2, "period dialog"): the last 35 days by default; a custom one needs both ends.
 */
export const withinPeriod = withPeriod({}).refine(
  ({ periodType, fromDatetime, toDatetime }) =>
    periodType !== 'custom' ||
    (fromDatetime !== undefined && toDatetime !== undefined && Date.parse(fromDatetime) <= Date.parse(toDatetime)),
  { path: ['toDatetime'] },
);
export type WithinPeriod = z.output<typeof withinPeriod>;
