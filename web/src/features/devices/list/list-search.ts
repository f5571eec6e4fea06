import type { DeviceCondition, DeviceSortColumn, searchDevices } from '#contract/devices/devices.ts';
import {
  DEFAULT_PAGE_SIZE,
  MAX_KEYWORD_LENGTH,
  MAX_SEARCH_COMMENT_LENGTH,
  MAX_SEARCH_DEVICE_ID_LENGTH,
} from '#contract/limits.ts';
import { roles } from '#contract/roles.ts';
import type { SentBodyOf } from '#contract/route.ts';
import {
  byPageOrCursor,
  type ChangeOf,
  descending,
  given,
  listAddress,
  type ListPlace,
  onePlace,
  oneOf,
  type SearchOf,
  text,
  uuid,
  whole,
} from '../../../ui/list/address.ts';

export const MAX_IDLE_DAYS = 3650;

const sortColumns = [
  'serialId',
  'deviceType',
  'comment',
  'lastSeenAt',
  'createdAt',
] as const satisfies DeviceSortColumn[];
/** Periods within which a device was last seen (spec section 2, "period dialog"). */
export const periods = ['hours24', 'days7', 'days35'] as const;

/** The fields searched as texts and how long each may be; the keyword searches all of them. */
export const textFields = {
  keyword: MAX_KEYWORD_LENGTH,
  deviceId: MAX_SEARCH_DEVICE_ID_LENGTH,
  serialId: MAX_SEARCH_DEVICE_ID_LENGTH,
  comment: MAX_SEARCH_COMMENT_LENGTH,
} as const;
export type TextField = keyof typeof textFields;

const fields = {
  keyword: text(textFields.keyword),
  deviceId: text(textFields.deviceId),
  serialId: text(textFields.serialId),
  comment: text(textFields.comment),
  type: text(64),
  role: oneOf(roles),
  /** Days since the device was last seen. */
  idle: whole(1, MAX_IDLE_DAYS),
  seen: oneOf(periods),
  /** The uuid of a group: the devices in it, direct and inherited. */
  group: uuid,
  sort: oneOf(sortColumns),
  order: descending,
  ...byPageOrCursor,
};

export type DeviceSearch = SearchOf<typeof fields>;
export type DeviceSearchChange = ChangeOf<DeviceSearch> | ListPlace;
export const deviceAddress = listAddress(fields, onePlace);

/** Only the order and the page size of a search. */
export const withoutCondition = ({ sort, order, count }: DeviceSearch): DeviceSearch =>
  deviceAddress.read({ sort, order, count });

export function conditionOf({ type, idle, seen, group, ...search }: DeviceSearch): DeviceCondition {
  const condition = {
    ...Object.fromEntries(Object.keys(textFields).map((field) => [field, search[field as TextField]])),
    role: search.role,
    deviceType: type === undefined ? undefined : [type],
    notSeenForDays: idle,
    lastSeen: seen && { periodType: seen },
    group: group && { uuid: group, members: 'all', included: true },
  };
  return given<DeviceCondition>(condition as DeviceCondition);
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
