import type { UserCondition, UserSortColumn, searchUsers } from '#contract/people/users-search.ts';
import { eachTextCondition, userLines, userTexts } from '#contract/people/user-texts.ts';
import type { userStatuses } from '#contract/people/users-fields.ts';
import { userSources } from '#contract/people/users-source.ts';
import {
  DEFAULT_PAGE_SIZE,
  MAX_KEYWORD_LENGTH,
  MAX_SEARCH_MAIL_ADDRESS_LENGTH,
  MAX_SEARCH_NAME_LENGTH,
  MAX_SEARCH_USER_ID_LENGTH,
} from '#contract/limits.ts';
import { roles } from '#contract/roles.ts';
import type { SentBodyOf } from '#contract/route.ts';
import {
  byPageOrCursor,
  type ChangeOf,
  descending,
  listAddress,
  type ListPlace,
  onePlace,
  oneOf,
  type SearchOf,
  someOf,
  text,
  uuid,
  whole,
} from '../../../ui/list/address.ts';

export type UserStatus = (typeof userStatuses)[number];

export const statuses = ['active', 'registering', 'locked', 'inactive'] as const satisfies readonly UserStatus[];
export const MAX_DAYS = 3650;

const sortColumns = [
  'name',
  'loginMailAddress',
  ...userLines,
  'status',
  'loginedAt',
  'createdAt',
] as const satisfies UserSortColumn[];

/** The fields searched as texts and how long each may be; the keyword searches all of them. */
export const textFields = {
  keyword: MAX_KEYWORD_LENGTH,
  userId: MAX_SEARCH_USER_ID_LENGTH,
  mailAddress: MAX_SEARCH_MAIL_ADDRESS_LENGTH,
  names: MAX_SEARCH_NAME_LENGTH,
  ...eachTextCondition((text) => userTexts[text].longest),
} as const;
export type TextField = keyof typeof textFields;

const fields = {
  keyword: text(textFields.keyword),
  userId: text(textFields.userId),
  mailAddress: text(textFields.mailAddress),
  names: text(textFields.names),
  ...eachTextCondition((name) => text(userTexts[name].longest)),
  status: someOf(statuses),
  source: someOf(userSources),
  role: oneOf(roles),
  mfa: oneOf(['on', 'off']),
  /** Days since the last sign-in. */
  idle: whole(1, MAX_DAYS),
  /** Days since the password was chosen. */
  passwordAge: whole(1, MAX_DAYS),
  /** The uuid of a group: its members, direct and inherited. */
  group: uuid,
  sort: oneOf(sortColumns),
  order: descending,
  ...byPageOrCursor,
};

export type UserSearch = SearchOf<typeof fields>;
export type SearchChange = ChangeOf<UserSearch> | ListPlace;
export const userAddress = listAddress(fields, onePlace);

/** Only the order and the page size of a search. */
export const withoutCondition = ({ sort, order, count }: UserSearch): UserSearch =>
  userAddress.read({ sort, order, count });

/** What users are asked for, as the server wants it. */
export function conditionOf(search: UserSearch): UserCondition {
  const condition: Record<string, unknown> = {};
  for (const field of Object.keys(textFields) as TextField[]) {
    // The server takes a backslash for an escape (spec section 5); what is typed means itself.
    if (search[field]) condition[field] = search[field].replaceAll('\\', '\\\\').slice(0, textFields[field]);
  }
  if (search.status) condition.status = search.status.split(',');
  if (search.source) condition.source = search.source.split(',');
  if (search.role) condition.role = search.role;
  if (search.mfa) condition.mfa = search.mfa === 'on';
  if (search.idle) condition.lastSignInOlderThanDays = search.idle;
  if (search.passwordAge) condition.passwordOlderThanDays = search.passwordAge;
  if (search.group) condition.group = { uuid: search.group, members: 'all' };
  return condition as UserCondition;
}

/** How many of the filters behind "more" are set. */
export function countFilters({ keyword: _, ...search }: UserSearch): number {
  return Object.keys(conditionOf(search)).length;
}

export function searchBody(search: UserSearch): SentBodyOf<typeof searchUsers> {
  const { sort = 'userId', order = 'ascending', count = DEFAULT_PAGE_SIZE, cursor, page } = search;
  const place = page === undefined ? (cursor === undefined ? {} : { cursor }) : { page };
  return { condition: conditionOf(search), sort, order, count, ...place };
}
