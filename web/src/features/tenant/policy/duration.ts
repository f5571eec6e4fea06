const units = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** So many minutes in the largest unit that needs no fraction: "12 hours"; nothing where minutes are the largest. */
export function durationWords(language: string, minutes: number): string | undefined {
  const [unit, size] = units.find(([, length]) => minutes % length === 0) ?? units[2];
  if (unit === 'minute') return undefined;
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / size);
}
