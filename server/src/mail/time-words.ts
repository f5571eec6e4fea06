/** So many days as a text says them: "7 days". */
export function daysWords(locale: string, days: number): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
}

/** A moment as a text says it, to the minute, with its time zone: whoever reads it may be in another. */
export function momentWords(locale: string, timeZone: string, moment: Date): string {
  const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat(locale, { ...day, ...time, timeZone }).format(moment);
}
