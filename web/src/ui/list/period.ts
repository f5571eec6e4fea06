import { checkPeriod, parseDateTime, type PeriodErrorId } from '#contract/period.ts';
import { matching, oneOf } from './address.ts';

export const periodTypes = ['hours24', 'days7', 'days35', 'custom'] as const;

/** The period filter of lists and exports (spec section 3); the ends, `yyyy/MM/dd HH:mm:ss`, count for `custom` only. */
export type Period = { periodType: (typeof periodTypes)[number]; fromDatetime?: string; toDatetime?: string };

/** `yyyy/MM/dd HH:mm:ss` in the person's time zone. */
const moment = matching(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/);

/** A period in the address of a list; absent is the one that is usual there. */
export const periodFields = (usual: Period['periodType']) => ({
  period: oneOf(periodTypes.filter((type) => type !== usual)),
  from: moment,
  to: moment,
});

/** The ends count for a custom period only. */
export const withoutEnds = <Search extends { period?: Period['periodType'] }>(search: Search) =>
  search.period === 'custom' ? search : { ...search, from: undefined, to: undefined };

export type PeriodErrors = Partial<Record<'fromDatetime' | 'toDatetime', PeriodErrorId>>;

/** What is wrong with the ends of a custom period; empty when both are right (spec section 5, "Date-time"). */
export function periodErrors(period: Period, now: Date, timeZone: string): PeriodErrors {
  const from = parseDateTime(period.fromDatetime ?? '', timeZone);
  const to = parseDateTime(period.toDatetime ?? '', timeZone);
  return Object.fromEntries(checkPeriod(from, to, now, timeZone).map(({ field, id }) => [field, id]));
}

const hours = { hours24: 24, days7: 7 * 24, days35: 35 * 24 };

/** The instants a period reaches from and to; undefined for a custom period that is not valid. */
export function periodBounds(period: Period, now: Date, timeZone: string): { from: Date; to: Date } | undefined {
  if (period.periodType !== 'custom')
    return { from: new Date(now.getTime() - hours[period.periodType] * 3_600_000), to: now };
  const from = parseDateTime(period.fromDatetime ?? '', timeZone);
  const to = parseDateTime(period.toDatetime ?? '', timeZone);
  if (!from || !to || Object.keys(periodErrors(period, now, timeZone)).length > 0) return undefined;
  return { from, to };
}
