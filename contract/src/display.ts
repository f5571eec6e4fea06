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

/** A date in a zone, in the order of the locale: `2025/01/31`, `01/31/2025` or `31/01/2025`; a dash for none. */
export function formatDate(date: Date | null | undefined, locale: string, timeZone: string): string {
  if (date === null || date === undefined || Number.isNaN(date.getTime())) return dash;
  const clock = wallClock(date, timeZone);
  const year = String(clock.year).padStart(4, '0');
  const month = two(clock.month);
  const day = two(clock.day);
  const ordered = { yearFirst: [year, month, day], monthFirst: [month, day, year], dayFirst: [day, month, year] };
  return ordered[dateOrder(locale)].join('/');
}

/** A date and its time of day by the 24-hour clock: `2025/01/31 09:05:00`; a dash for none. */
export function formatDateTime(date: Date | null | undefined, locale: string, timeZone: string): string {
  if (date === null || date === undefined || Number.isNaN(date.getTime())) return dash;
  const { hour, minute, second } = wallClock(date, timeZone);
  return `${formatDate(date, locale, timeZone)} ${two(hour)}:${two(minute)}:${two(second)}`;
}

/** Says whether a volume is so large that it means "unlimited" and is shown as the infinity image. */
export function isUnlimitedVolume(volume: number): boolean {
  return volume >= UNLIMITED_VOLUME;
}
