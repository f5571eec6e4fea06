import type { userSortColumns, UserCondition, UserSortColumn, searchUsers } from '#contract/people/users-search.ts';
import type { userStatuses } from '#contract/people/users-fields.ts';
import { userSources } from '#contract/people/users-source.ts';
import {
  DEFAULT_PAGE_SIZE,
  MAX_KEYWORD_LENGTH,
  MAX_SEARCH_COMMENT_LENGTH,
  MAX_SEARCH_DEPARTMENT_LENGTH,
  MAX_SEARCH_LOCATION_LENGTH,
  MAX_SEARCH_MAIL_ADDRESS_LENGTH,
  MAX_SEARCH_NAME_LENGTH,
  MAX_SEARCH_USER_ID_LENGTH,
} from '#contract/limits.ts';
import { type Role, roles } from '#contract/roles.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { pageSizeOf } from '../../../ui/list/page-size.ts';

export type UserStatus = (typeof userStatuses)[number];

export const statuses = ['active', 'registering', 'locked', 'inactive'] as const satisfies readonly UserStatus[];
export const MAX_DAYS = 3650;

const sortColumns: readonly UserSortColumn[] = [
  'userId',
  'name',
  'loginMailAddress',
  'department',
  'location',
  'status',
  'loginedAt',
  'createdAt',
] satisfies (typeof userSortColumns)[number][];

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The fields searched as texts and how long each may be; the keyword searches all of them. */
export const textFields = {
  keyword: MAX_KEYWORD_LENGTH,
  userId: MAX_SEARCH_USER_ID_LENGTH,
  mailAddress: MAX_SEARCH_MAIL_ADDRESS_LENGTH,
  names: MAX_SEARCH_NAME_LENGTH,
  department: MAX_SEARCH_DEPARTMENT_LENGTH,
  location: MAX_SEARCH_LOCATION_LENGTH,
  comment: MAX_SEARCH_COMMENT_LENGTH,
} as const;
export type TextField = keyof typeof textFields;

/** What the address of the list holds; absent is the default, so that the plain address stays plain. */
export type UserSearch = { [Field in TextField]?: string } & {
  /** Several are joined by commas. */
  status?: string;
  source?: string;
  role?: Role;
  mfa?: 'on' | 'off';
  /** Days since the last sign-in. */
  idle?: number;
  /** Days since the password was chosen. */
  passwordAge?: number;
  /** The uuid of a group: its members, direct and inherited. */
  group?: string;
  sort?: UserSortColumn;
  order?: 'ascending' | 'descending';
  count?: number;
  cursor?: string;
  page?: number;
};

/** What a filter changes; undefined takes it away. */
export type SearchChange = { [Key in keyof UserSearch]?: UserSearch[Key] | undefined };

const oneOf = <const T extends string>(value: unknown, choices: readonly T[]): T | undefined =>
  choices.find((choice) => choice === value);

const whole = (value: unknown, least: number, most: number): number | undefined => {
  const number = Number(value);
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
};

function someOf<const T extends string>(value: unknown, choices: readonly T[]): T[] {
  const named = String(value ?? '').split(',');
  return choices.filter((choice) => named.includes(choice));
}

/** The parser of addresses makes numbers and truths of texts that look like them. */
function textOf(value: unknown, most: number): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  return String(value).trim().slice(0, most) || undefined;
}

/** Reads an address; nonsense in it is read as if it were not there. */
export function readUserSearch(search: Record<string, unknown>): UserSearch {
  const texts = Object.entries(textFields).map(([field, most]) => [field, textOf(search[field], most)]);
  const cursor = String(search.cursor ?? '');
  const page = whole(search.page, 2, 1_000_000_000);
  const read: SearchChange = {
    ...Object.fromEntries(texts),
    status: someOf(search.status, statuses).join(',') || undefined,
    source: someOf(search.source, userSources).join(',') || undefined,
    role: oneOf(search.role, roles),
    mfa: oneOf(search.mfa, ['on', 'off']),
    idle: whole(search.idle, 1, MAX_DAYS),
    passwordAge: whole(search.passwordAge, 1, MAX_DAYS),
    group: uuidPattern.test(String(search.group ?? '')) ? String(search.group) : undefined,
    sort: oneOf(
      search.sort,
      sortColumns.filter((column) => column !== 'userId'),
    ),
    order: oneOf(search.order, ['descending']),
    count: pageSizeOf(search.count),
    cursor: page === undefined && /^[A-Za-z0-9_-]{1,1024}$/.test(cursor) ? cursor : undefined,
    page,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as UserSearch;
}

/** The search after a filter, the order or the page size changed: from the first page on. */
export function changedSearch(search: UserSearch, change: SearchChange): UserSearch {
  return readUserSearch({ ...search, cursor: undefined, page: undefined, ...change });
}

/** Only the order and the page size of a search. */
export function withoutCondition({ sort, order, count }: UserSearch): UserSearch {
  return readUserSearch({ sort, order, count });
}

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
