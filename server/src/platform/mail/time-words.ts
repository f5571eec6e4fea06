import { intlLocale } from '#contract/intl-locale.ts';

/** So many days as a text says them: "7 days". */
export function daysWords(locale: string, days: number): string {
  return new Intl.NumberFormat(intlLocale(locale), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
}

/** Date and time for texts, to the minute, with the time zone, because the reader may be in another. */
export function momentWords(locale: string, timeZone: string, moment: Date): string {
  const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat(intlLocale(locale), { ...day, ...time, timeZone }).format(moment);
}
