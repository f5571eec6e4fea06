import type { UserCondition } from '#contract/people/users-search.ts';
import type { DeviceCondition } from '#contract/devices/devices.ts';
import type { OfLicense } from '#contract/licences/permitted.ts';
import {
  MAX_KEYWORD_LENGTH,
  MAX_SEARCH_COMMENT_LENGTH,
  MAX_SEARCH_DEPARTMENT_LENGTH,
  MAX_SEARCH_DEVICE_ID_LENGTH,
  MAX_SEARCH_LOCATION_LENGTH,
  MAX_SEARCH_MAIL_ADDRESS_LENGTH,
  MAX_SEARCH_NAME_LENGTH,
  MAX_SEARCH_USER_ID_LENGTH,
} from '#contract/limits.ts';
import { type Period, periodTypes } from '../../ui/list/period.ts';
import type { VolumeType } from './types.ts';

/** The fields searched as texts and how long each may be (spec section 5); the keyword searches all of them. */
const textFields = {
  user: {
    keyword: MAX_KEYWORD_LENGTH,
    userId: MAX_SEARCH_USER_ID_LENGTH,
    mailAddress: MAX_SEARCH_MAIL_ADDRESS_LENGTH,
    names: MAX_SEARCH_NAME_LENGTH,
    department: MAX_SEARCH_DEPARTMENT_LENGTH,
    location: MAX_SEARCH_LOCATION_LENGTH,
  },
  device: {
    keyword: MAX_KEYWORD_LENGTH,
    deviceId: MAX_SEARCH_DEVICE_ID_LENGTH,
    comment: MAX_SEARCH_COMMENT_LENGTH,
  },
} as const;
export type TextField = keyof typeof textFields.user | keyof typeof textFields.device;

/** What the address of a permission screen holds; absent is the default. */
export type PermissionSearch = { [Field in TextField]?: string } & {
  deviceType?: string;
  /** The uuid of a group: those in it, direct and inherited. */
  group?: string;
  /** Who has this licence, or who does not: its id. */
  has?: string;
  hasNot?: string;
  /** When last signed in or last seen; the ends of a custom one are ISO 8601. */
  period?: Period['periodType'];
  from?: string;
  to?: string;
  /** Only the licences of this contract (spec section 2). */
  contractId?: string;
  /** Why one was sent here (spec section 2). */
  error?: string;
  /** Page of licences. */
  apps?: number;
  /** Page of users or devices. */
  page?: number;
};
export type SearchChange = { [Key in keyof PermissionSearch]?: PermissionSearch[Key] | undefined };

/** The fields of a screen, with how long each may be. */
export function fieldsOf(type: VolumeType): Partial<Record<TextField, number>> {
  return textFields[type];
}

/** The parser of addresses makes numbers and truths of texts that look like them. */
function textOf(value: unknown, most: number): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  return String(value).trim().slice(0, most) || undefined;
}

function pageOf(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined;
}

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(value) && !Number.isNaN(Date.parse(value));

const uuidOf = (value: unknown) =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? value : undefined;

/** Nobody has a licence and has it not. */
function licenseIn({ has, hasNot }: Record<string, unknown>): SearchChange {
  const having = textOf(has, 64);
  return having ? { has: having } : { hasNot: textOf(hasNot, 64) };
}

/** Half a custom period says nothing. */
function periodIn({ period, from, to }: Record<string, unknown>): SearchChange {
  const type = periodTypes.find((one) => one === period);
  if (type !== 'custom') return { period: type };
  return isMoment(from) && isMoment(to) && from <= to ? { period: type, from, to } : {};
}

/** Reads an address; nonsense in it is read as if it were not there. */
export function readSearch(type: VolumeType, search: Record<string, unknown>): PermissionSearch {
  const texts = Object.entries(textFields[type]).map(([field, most]) => [field, textOf(search[field], most)]);
  const read: SearchChange = {
    ...Object.fromEntries(texts),
    deviceType: type === 'device' ? textOf(search.deviceType, 64) : undefined,
    group: uuidOf(search.group),
    ...licenseIn(search),
    ...periodIn(search),
    contractId: textOf(search.contractId, 64),
    error: textOf(search.error, 64),
    apps: pageOf(search.apps),
    page: pageOf(search.page),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as PermissionSearch;
}

/** What is asked for, as the server wants it. */
export function conditionOf(
  type: VolumeType,
  search: PermissionSearch,
): UserCondition & DeviceCondition & { license?: NonNullable<OfLicense> } {
  const given = (Object.keys(textFields[type]) as TextField[]).flatMap((field) => {
    const text = search[field];
    if (!text) return [];
    // The search of users takes a backslash for an escape (spec section 5); what is typed means itself.
    return [[field, type === 'user' ? text.replaceAll('\\', '\\\\').slice(0, fieldsOf(type)[field]) : text] as const];
  });
  const types = type === 'device' && search.deviceType ? { deviceType: [search.deviceType] } : {};
  const { period: periodType, from, to } = search;
  const ends = periodType === 'custom' && from && to ? { fromDatetime: from, toDatetime: to } : {};
  const within = periodType ? { [type === 'user' ? 'lastSignIn' : 'lastSeen']: { periodType, ...ends } } : {};
  const { group, has, hasNot } = search;
  const inGroup = group ? { group: { uuid: group, members: 'all' as const, included: true } } : {};
  const licenseId = has ?? hasNot;
  const ofLicense = licenseId ? { license: { licenseId, permitted: has !== undefined } } : {};
  return { ...Object.fromEntries(given), ...types, ...within, ...inGroup, ...ofLicense };
}

/** Only what does not search. */
export function withoutCondition({ contractId, apps }: PermissionSearch): PermissionSearch {
  return { ...(contractId ? { contractId } : {}), ...(apps ? { apps } : {}) };
}

export const isSearching = (type: VolumeType, search: PermissionSearch) =>
  Object.keys(conditionOf(type, search)).length > 0;

/** Whether the same licences are shown, whatever is searched: what is pending of one of them stays. */
export const isSameTable = (one: PermissionSearch, other: PermissionSearch) =>
  one.contractId === other.contractId && one.apps === other.apps;

/** Without a licence that is not there: an old address still shows the screen. */
export function withKnown(search: PermissionSearch, licenseIds: readonly string[]): PermissionSearch {
  const { has, hasNot, ...others } = search;
  const isKnown = (id: string | undefined) => id !== undefined && licenseIds.includes(id);
  return { ...others, ...(isKnown(has) && has ? { has } : {}), ...(isKnown(hasNot) && hasNot ? { hasNot } : {}) };
}
