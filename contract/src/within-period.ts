import type { z } from 'zod';
import { withPeriod } from './logs/logs-fields.ts';

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
