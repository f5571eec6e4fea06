import type { DeviceCondition, DeviceSortColumn, searchDevices } from '#contract/devices/devices.ts';
import {
  DEFAULT_PAGE_SIZE,
  MAX_KEYWORD_LENGTH,
  MAX_SEARCH_COMMENT_LENGTH,
  MAX_SEARCH_DEVICE_ID_LENGTH,
} from '#contract/limits.ts';
import { type Role, roles } from '#contract/roles.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { pageSizeOf } from '../../../ui/list/page-size.ts';

export const MAX_IDLE_DAYS = 3650;

const sortColumns: readonly DeviceSortColumn[] = ['serialId', 'deviceType', 'comment', 'lastSeenAt', 'createdAt'];
/** Periods within which a device was last seen (spec section 2, "period dialog"). */
export const periods = ['hours24', 'days7', 'days35'] as const;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The fields searched as texts and how long each may be; the keyword searches all of them. */
export const textFields = {
  keyword: MAX_KEYWORD_LENGTH,
  deviceId: MAX_SEARCH_DEVICE_ID_LENGTH,
  serialId: MAX_SEARCH_DEVICE_ID_LENGTH,
  comment: MAX_SEARCH_COMMENT_LENGTH,
} as const;
export type TextField = keyof typeof textFields;

/** What the address of the list holds; absent is the default, so that the plain address stays plain. */
export type DeviceSearch = { [Field in TextField]?: string } & {
  type?: string;
  role?: Role;
  /** Days since the device was last seen. */
  idle?: number;
  seen?: (typeof periods)[number];
  /** The uuid of a group: the devices in it, direct and inherited. */
  group?: string;
  sort?: DeviceSortColumn;
  order?: 'descending';
  count?: number;
  /** A page by its number, or on from a cursor. */
  page?: number;
  cursor?: string;
};

/** As a change, a field may be given as undefined: it falls back to its default. */
export type DeviceSearchChange = { [Field in keyof DeviceSearch]?: DeviceSearch[Field] | undefined };

const whole = (value: unknown, least: number, most: number): number | undefined => {
  const number = Number(value);
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
};

/** The parser of addresses makes numbers and truths of texts that look like them. */
function textOf(value: unknown, most: number): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  return String(value).trim().slice(0, most) || undefined;
}

/** Reads the address; what makes no sense is left out. */
export function readDeviceSearch(search: Record<string, unknown>): DeviceSearch {
  const texts = Object.entries(textFields).map(([field, most]) => [field, textOf(search[field], most)]);
  const cursor = String(search.cursor ?? '');
  const page = whole(search.page, 2, 1_000_000);
  const read: DeviceSearchChange = {
    ...Object.fromEntries(texts),
    type: textOf(search.type, 64),
    role: roles.find((role) => role === search.role),
    idle: whole(search.idle, 1, MAX_IDLE_DAYS),
    seen: periods.find((period) => period === search.seen),
    group: uuidPattern.test(String(search.group ?? '')) ? String(search.group) : undefined,
    sort: sortColumns.find((column) => column === search.sort),
    order: search.order === 'descending' ? 'descending' : undefined,
    count: pageSizeOf(search.count),
    page,
    cursor: page === undefined && /^[A-Za-z0-9_-]{1,1024}$/.test(cursor) ? cursor : undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as DeviceSearch;
}

/** The search after something but the page changed: from the first page on. */
export function changedDeviceSearch(search: DeviceSearch, change: DeviceSearchChange): DeviceSearch {
  return readDeviceSearch({ ...search, page: undefined, cursor: undefined, ...change });
}

/** Only the order and the page size of a search. */
export function withoutCondition({ sort, order, count }: DeviceSearch): DeviceSearch {
  return readDeviceSearch({ sort, order, count });
}

export function conditionOf({ type, idle, seen, group, ...search }: DeviceSearch): DeviceCondition {
  const condition = {
    ...Object.fromEntries(Object.keys(textFields).map((field) => [field, search[field as TextField]])),
    role: search.role,
    deviceType: type === undefined ? undefined : [type],
    notSeenForDays: idle,
    lastSeen: seen && { periodType: seen },
    group: group && { uuid: group, members: 'all', included: true },
  };
  return Object.fromEntries(Object.entries(condition).filter(([, value]) => value !== undefined)) as DeviceCondition;
}

/** How many of the filters behind "more" are set. */
export function countFilters({ keyword: _, type: __, ...search }: DeviceSearch): number {
  return Object.keys(conditionOf(search)).length;
}

/** What the server is asked. */
export function deviceBody(search: DeviceSearch): SentBodyOf<typeof searchDevices> {
  const { sort = 'deviceId', order = 'ascending', count = DEFAULT_PAGE_SIZE, page, cursor } = search;
  const place = page === undefined ? (cursor === undefined ? {} : { cursor }) : { page };
  return { condition: conditionOf(search), sort, order, count, ...place };
}
