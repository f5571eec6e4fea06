import { intlLocale } from './intl-locale.ts';
import { UNLIMITED_VOLUME } from './limits.ts';
import { languageOf, type NamedUser, personName } from './person-name.ts';
import { wallClock } from './timezones.ts';

// Separate, because the sign-in page needs names but neither dates nor time zones.
export { isFamilyNameFirst, type NamedUser, personName } from './person-name.ts';

/** Shown for missing values. */
export const dash = '-';

const yearFirstLanguages = ['ja', 'zh', 'hu', 'sv', 'ko'];
const yearFirstRegions = ['JP', 'TW', 'HK', 'HU', 'SE', 'KR'];

function regionOf(locale: string): string {
  const [, ...rest] = locale.split(/[-_]/);
  return rest.find((part) => /^[a-z]{2}$/i.test(part))?.toUpperCase() ?? '';
}

/** User ID followed by the name in brackets, as far as they exist, otherwise a dash (spec section 3). */
export function displayName(user: NamedUser, locale: string): string {
  const name = personName(user, locale);
  if (!user.userId) return name || dash;
  return name === '' ? user.userId : `${user.userId} (${name})`;
}

export interface AddressedUser {
  loginMailAddress?: string | null | undefined;
  nextLoginMailAddress?: string | null | undefined;
  mailAddresses?: readonly string[] | null | undefined;
}

/** Sign-in address, otherwise the pending one, the first further one, or a dash (spec section 3). */
export function displayMailAddress(user: AddressedUser): string {
  return user.loginMailAddress || user.nextLoginMailAddress || user.mailAddresses?.[0] || dash;
}

export type DateOrder = 'yearFirst' | 'monthFirst' | 'dayFirst';

/** The order of year, month and day in a locale (spec section 5, "Date display"). */
export function dateOrder(locale: string): DateOrder {
  const language = languageOf(locale);
  const region = regionOf(locale);
  if (yearFirstLanguages.includes(language) || yearFirstRegions.includes(region)) return 'yearFirst';
  if (region === 'US' || (language === 'en' && region !== 'GB')) return 'monthFirst';
  return 'dayFirst';
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Day, month and year in words, as long as the language itself has the order that the locale stands for. */
function inWords(date: Date, locale: string, timeZone: string): string {
  const asked = { day: 'numeric', month: 'short', year: 'numeric', timeZone, calendar: 'gregory' } as const;
  const language = new Intl.DateTimeFormat(`${intlLocale(locale)}-u-nu-latn`, asked);
  const parts = language.formatToParts(date);
  const order = parts.map(({ type }) => type).filter((type) => type !== 'literal');
  const wanted = dateOrder(locale) === 'monthFirst' ? ['month', 'day', 'year'] : ['day', 'month', 'year'];
  if (order.join() === wanted.join()) return language.format(date);
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
  const [first = '', second = ''] = wanted.slice(0, 2).map(part);
  return dateOrder(locale) === 'monthFirst'
    ? `${first} ${second}, ${part('year')}`
    : `${first} ${second} ${part('year')}`;
}

/** A date in a zone, in the order of the locale: `2025/01/31`, `Jan 31, 2025` or `31 Jan 2025`; a dash for none. */
export function formatDate(date: Date | null | undefined, locale: string, timeZone: string): string {
  if (date === null || date === undefined || Number.isNaN(date.getTime())) return dash;
  if (dateOrder(locale) !== 'yearFirst') return inWords(date, locale, timeZone);
  const { year, month, day } = wallClock(date, timeZone);
  return `${String(year).padStart(4, '0')}/${two(month)}/${two(day)}`;
}

/** A date and its time of day by the 24-hour clock, to the minute: `Jan 31, 2025, 09:05`; a dash for none. */
export function formatDateTime(date: Date | null | undefined, locale: string, timeZone: string): string {
  if (date === null || date === undefined || Number.isNaN(date.getTime())) return dash;
  const { hour, minute } = wallClock(date, timeZone);
  const between = dateOrder(locale) === 'yearFirst' ? ' ' : ', ';
  return `${formatDate(date, locale, timeZone)}${between}${two(hour)}:${two(minute)}`;
}

/** The same to the second, for logs: `Jan 31, 2025, 09:05:00`. */
export function formatSeconds(date: Date | null | undefined, locale: string, timeZone: string): string {
  if (date === null || date === undefined || Number.isNaN(date.getTime())) return dash;
  return `${formatDateTime(date, locale, timeZone)}:${two(wallClock(date, timeZone).second)}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const steps = [
  ['minute', MINUTE_MS, HOUR_MS],
  ['hour', HOUR_MS, DAY_MS],
  ['day', DAY_MS, 7 * DAY_MS],
] as const;

/** How long ago, or in how long: "2 minutes ago", "in 3 days"; a week away and further, the date. */
export function formatAgo(date: Date, now: Date, locale: string, timeZone: string): string {
  const away = date.getTime() - now.getTime();
  const relative = new Intl.RelativeTimeFormat(intlLocale(locale), { numeric: 'auto' });
  if (Math.abs(away) < MINUTE_MS) return relative.format(0, 'second');
  const step = steps.find(([, , end]) => Math.abs(away) < end);
  return step ? relative.format(Math.trunc(away / step[1]), step[0]) : formatDate(date, locale, timeZone);
}

/** Says whether a volume is so large that it means "unlimited" and is shown as the infinity image. */
export function isUnlimitedVolume(volume: number): boolean {
  return volume >= UNLIMITED_VOLUME;
}
