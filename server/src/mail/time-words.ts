/** So many days as a text says them: "7 days". */
export function daysWords(locale: string, days: number): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
}
