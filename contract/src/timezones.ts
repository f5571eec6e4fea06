/** Zones renamed by IANA that `Intl` knows by the old name. */
const renamed: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
  // Not known to `Intl` at all.
  ['Asia/Hanoi', 'Asia/Ho_Chi_Minh'],
  ['UTC', 'Etc/UTC'],
]);

/** Names that `Intl` maps to UTC. */
const GMT = /^(?:Etc\/)?(?:GMT(?:[+-]?0)?|Greenwich)$/;

export const defaultTimezone = 'Etc/UTC';

/** Etc/GMT+12 … Etc/GMT-14, which `Intl` knows but does not list. */
const fixedOffsets = Array.from({ length: 27 }, (_, index) => 12 - index)
  .filter((offset) => offset !== 0)
  .map((offset) => `Etc/GMT${offset > 0 ? '+' : ''}${offset}`);

let known: ReadonlySet<string> | undefined;

/** Canonical zones, sorted: those of `Intl` under current names, and the Etc zones. */
export function timezones(): ReadonlySet<string> {
  known ??= new Set(
    [...Intl.supportedValuesOf('timeZone').map(nameOf), defaultTimezone, 'Etc/GMT', ...fixedOffsets].sort(),
  );
  return known;
}

const nameOf = (zone: string) => renamed.get(zone) ?? zone;

/** Canonical name of a legacy alias (spec section 9); other values are returned unchanged. */
export function canonicalTimezone(alias: string): string {
  // Names are case-sensitive here: `Intl` would accept any case, and offsets.
  if (isTimezone(alias) || !/^[A-Z]/.test(alias)) return alias;
  if (GMT.test(alias)) return 'Etc/GMT';
  try {
    return nameOf(new Intl.DateTimeFormat('en', { timeZone: nameOf(alias) }).resolvedOptions().timeZone);
  } catch {
    return alias;
  }
}

/** True for a canonical zone name; map aliases first. */
export function isTimezone(value: string): boolean {
  return timezones().has(value);
}

export interface WallClock {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Local date and time of an instant in a zone (Gregorian calendar, Latin digits, 24 hours). */
export function wallClock(instant: Date, timeZone: string): WallClock {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const two = '2-digit';
    const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const;
    format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', { ...parts, hourCycle: 'h23', timeZone });
    formats.set(timeZone, format);
  }
  const read: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(instant)) read[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read;
  return { year, month, day, hour, minute, second };
}

/**
 * The instant of a local time in a zone. A time skipped by daylight saving maps to the same distance after the jump; of
 * a repeated time, the first.
 */
export function instantAt(clock: WallClock, timeZone: string): Date {
  const wanted = asIfUtc(clock);
  // The zone's offset a day before and a day after: one of them applies at the time.
  const offsets = [-1, 1].map((days) => {
    const near = wanted + days * 86_400_000;
    return asIfUtc(wallClock(new Date(near), timeZone)) - near;
  });
  const [before = 0, after = 0] = offsets;
  const candidates = [wanted - before, wanted - after];
  const exact = candidates.find((time) => asIfUtc(wallClock(new Date(time), timeZone)) === wanted);
  return new Date(exact ?? wanted - before);
}

function asIfUtc({ year, month, day, hour, minute, second }: WallClock): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second);
}
