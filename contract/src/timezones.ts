/**
 * Legacy time zone names → canonical zones (spec section 9): the links of the IANA database's `backward` and
 * `etcetera` files, without those that still name a country of their own (Europe/Bratislava and the like).
 */
const aliasesOf: Record<string, string> = {
  'Africa/Asmara': 'Africa/Asmera',
  'Africa/Bamako': 'Africa/Timbuktu',
  'Africa/Cairo': 'Egypt',
  'Africa/Tripoli': 'Libya',
  'America/Adak': 'America/Atka US/Aleutian',
  'America/Anchorage': 'US/Alaska',
  'America/Argentina/Buenos_Aires': 'America/Buenos_Aires',
  'America/Argentina/Catamarca': 'America/Argentina/ComodRivadavia America/Catamarca',
  'America/Argentina/Cordoba': 'America/Cordoba America/Rosario',
  'America/Argentina/Jujuy': 'America/Jujuy',
  'America/Argentina/Mendoza': 'America/Mendoza',
  'America/Atikokan': 'America/Coral_Harbour',
  'America/Chicago': 'CST6CDT US/Central',
  'America/Denver': 'America/Shiprock MST7MDT Navajo US/Mountain',
  'America/Detroit': 'US/Michigan',
  'America/Edmonton': 'America/Yellowknife Canada/Mountain',
  'America/Halifax': 'Canada/Atlantic',
  'America/Havana': 'Cuba',
  'America/Indiana/Indianapolis': 'America/Fort_Wayne America/Indianapolis US/East-Indiana',
  'America/Indiana/Knox': 'America/Knox_IN US/Indiana-Starke',
  'America/Iqaluit': 'America/Pangnirtung',
  'America/Jamaica': 'Jamaica',
  'America/Kentucky/Louisville': 'America/Louisville',
  'America/Los_Angeles': 'PST8PDT US/Pacific US/Pacific-New',
  'America/Manaus': 'Brazil/West',
  'America/Mazatlan': 'Mexico/BajaSur',
  'America/Mexico_City': 'Mexico/General',
  'America/New_York': 'EST5EDT US/Eastern',
  'America/Noronha': 'Brazil/DeNoronha',
  'America/Nuuk': 'America/Godthab',
  'America/Panama': 'EST',
  'America/Phoenix': 'MST US/Arizona',
  'America/Regina': 'Canada/Saskatchewan',
  'America/Rio_Branco': 'America/Porto_Acre Brazil/Acre',
  'America/Santiago': 'Chile/Continental',
  'America/Sao_Paulo': 'Brazil/East',
  'America/St_Johns': 'Canada/Newfoundland',
  'America/St_Thomas': 'America/Virgin',
  'America/Tijuana': 'America/Ensenada America/Santa_Isabel Mexico/BajaNorte',
  'America/Toronto': 'America/Montreal America/Nipigon America/Thunder_Bay Canada/Eastern',
  'America/Vancouver': 'Canada/Pacific',
  'America/Whitehorse': 'Canada/Yukon',
  'America/Winnipeg': 'America/Rainy_River Canada/Central',
  'Antarctica/McMurdo': 'Antarctica/South_Pole',
  'Arctic/Longyearbyen': 'Atlantic/Jan_Mayen',
  'Asia/Ashgabat': 'Asia/Ashkhabad',
  'Asia/Dhaka': 'Asia/Dacca',
  'Asia/Ho_Chi_Minh': 'Asia/Hanoi Asia/Saigon',
  'Asia/Hong_Kong': 'Hongkong',
  'Asia/Jerusalem': 'Asia/Tel_Aviv Israel',
  'Asia/Kathmandu': 'Asia/Katmandu',
  'Asia/Kolkata': 'Asia/Calcutta',
  'Asia/Macau': 'Asia/Macao',
  'Asia/Makassar': 'Asia/Ujung_Pandang',
  'Asia/Nicosia': 'Europe/Nicosia',
  'Asia/Seoul': 'ROK',
  'Asia/Shanghai': 'Asia/Chongqing Asia/Chungking Asia/Harbin PRC',
  'Asia/Singapore': 'Singapore',
  'Asia/Taipei': 'ROC',
  'Asia/Tehran': 'Iran',
  'Asia/Thimphu': 'Asia/Thimbu',
  'Asia/Tokyo': 'Japan',
  'Asia/Ulaanbaatar': 'Asia/Choibalsan Asia/Ulan_Bator',
  'Asia/Urumqi': 'Asia/Kashgar',
  'Asia/Yangon': 'Asia/Rangoon',
  'Atlantic/Faroe': 'Atlantic/Faeroe',
  'Atlantic/Reykjavik': 'Iceland',
  'Australia/Adelaide': 'Australia/South',
  'Australia/Brisbane': 'Australia/Queensland',
  'Australia/Broken_Hill': 'Australia/Yancowinna',
  'Australia/Darwin': 'Australia/North',
  'Australia/Hobart': 'Australia/Currie Australia/Tasmania',
  'Australia/Lord_Howe': 'Australia/LHI',
  'Australia/Melbourne': 'Australia/Victoria',
  'Australia/Perth': 'Australia/West',
  'Australia/Sydney': 'Australia/ACT Australia/Canberra Australia/NSW',
  'Etc/GMT': 'Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich GMT+0 GMT GMT-0 GMT0 Greenwich',
  'Etc/UTC': 'Etc/UCT Etc/Universal Etc/Zulu UCT UTC Universal Zulu',
  'Europe/Athens': 'EET',
  'Europe/Brussels': 'CET MET',
  'Europe/Chisinau': 'Europe/Tiraspol',
  'Europe/Dublin': 'Eire',
  'Europe/Istanbul': 'Asia/Istanbul Turkey',
  'Europe/Kyiv': 'Europe/Kiev Europe/Uzhgorod Europe/Zaporozhye',
  'Europe/Lisbon': 'Portugal WET',
  'Europe/London': 'Europe/Belfast GB GB-Eire',
  'Europe/Moscow': 'W-SU',
  'Europe/Warsaw': 'Poland',
  'Pacific/Auckland': 'NZ',
  'Pacific/Chatham': 'NZ-CHAT',
  'Pacific/Chuuk': 'Pacific/Truk Pacific/Yap',
  'Pacific/Easter': 'Chile/EasterIsland',
  'Pacific/Honolulu': 'HST Pacific/Johnston US/Hawaii',
  'Pacific/Kanton': 'Pacific/Enderbury',
  'Pacific/Kwajalein': 'Kwajalein',
  'Pacific/Pago_Pago': 'Pacific/Samoa US/Samoa',
  'Pacific/Pohnpei': 'Pacific/Ponape',
};

// Made by a call marked pure, so that pages which only need other rules leave the table out.
const canonicalNames = /* @__PURE__ */ (() =>
  new Map<string, string>(
    Object.entries(aliasesOf).flatMap(([zone, aliases]) => aliases.split(' ').map((alias) => [alias, zone] as const)),
  ))();

export const defaultTimezone = 'Etc/UTC';

/** Etc/GMT+12 … Etc/GMT-14, which `Intl` knows but does not list. */
const fixedOffsets = Array.from({ length: 27 }, (_, index) => 12 - index)
  .filter((offset) => offset !== 0)
  .map((offset) => `Etc/GMT${offset > 0 ? '+' : ''}${offset}`);

let known: ReadonlySet<string> | undefined;

/** Every canonical zone, sorted: what `Intl` lists under today's names, and the Etc zones. */
export function timezones(): ReadonlySet<string> {
  known ??= new Set(
    [...Intl.supportedValuesOf('timeZone').map(canonicalTimezone), defaultTimezone, 'Etc/GMT', ...fixedOffsets].sort(),
  );
  return known;
}

/** The canonical name for a legacy alias; any other value comes back as it is. */
export function canonicalTimezone(alias: string): string {
  return canonicalNames.get(alias) ?? alias;
}

/** Says whether the value is a canonical zone name (an alias is not: map it first). */
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

/** What a clock on the wall shows at an instant in a zone (Gregorian calendar, Latin digits, 24 hours). */
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
 * The instant at which a clock on the wall of a zone shows the time. A time the clock skips (daylight saving) is
 * taken as the same distance after the jump; of a time it shows twice, the first.
 */
export function instantAt(clock: WallClock, timeZone: string): Date {
  const wanted = asIfUtc(clock);
  // The zone's offset a day before and a day after: one of the two holds at the time looked for.
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
