import { type OperationStatus, operationStatuses } from '#contract/logs/log-statuses.ts';
import type { LogKind, LoginLogCondition, OperationLogCondition } from '#contract/logs/logs-fields.ts';
import { MAX_KEYWORD_LENGTH, MAX_SEARCH_USER_ID_LENGTH } from '#contract/limits.ts';
import { parseDateTime } from '#contract/period.ts';
import { type Period, periodTypes } from '../../ui/list/period.ts';
import { pageSizeOf } from '../../ui/list/page-size.ts';

export const loginStatuses = ['success', 'error'] as const;
export const operations = ['create', 'update', 'delete'] as const;

/** What the address of a log holds; absent is the default, so that the plain address stays plain. */
export type LogSearch = {
  period?: Period['periodType'];
  /** `yyyy/MM/dd HH:mm:ss` in the person's time zone, for a custom period. */
  from?: string;
  to?: string;
  keyword?: string;
  user?: string;
  address?: string;
  request?: string;
  /** Of the login log `success` and `error` only. */
  status?: OperationStatus;
  /** Of the login log. */
  reason?: string;
  type?: string;
  /** Of the system-operation log. */
  operation?: (typeof operations)[number];
  target?: string;
  cursor?: string;
  count?: number;
  /** The row whose details are open. */
  entry?: string;
};
export type SearchChange = { [Key in keyof LogSearch]?: LogSearch[Key] | undefined };

/** The parser of addresses makes numbers and truths of texts that look like them. */
function textOf(value: unknown, most: number): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  return String(value).trim().slice(0, most) || undefined;
}
const matching = (value: unknown, pattern: RegExp) => (pattern.test(String(value ?? '')) ? String(value) : undefined);
const oneOf = <const T extends string>(value: unknown, choices: readonly T[]): T | undefined =>
  choices.find((choice) => choice === value);
const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/.test(value);

/** Reads an address; nonsense in it is read as if it were not there. */
export function readLogSearch(search: Record<string, unknown>): LogSearch {
  const period = oneOf(
    search.period,
    periodTypes.filter((type) => type !== 'days7'),
  );
  const custom = period === 'custom';
  const name = /^[A-Za-z0-9_.-]{1,64}$/;
  const read: SearchChange = {
    period,
    from: custom && isMoment(search.from) ? search.from : undefined,
    to: custom && isMoment(search.to) ? search.to : undefined,
    keyword: textOf(search.keyword, MAX_KEYWORD_LENGTH),
    user: textOf(search.user, MAX_SEARCH_USER_ID_LENGTH),
    address: matching(search.address, /^[0-9a-fA-F:.]{2,45}$/),
    request: matching(search.request, name),
    status: oneOf(search.status, operationStatuses),
    reason: matching(search.reason, name),
    type: matching(search.type, name),
    operation: oneOf(search.operation, operations),
    target: matching(search.target, name),
    cursor: matching(search.cursor, /^[A-Za-z0-9._-]{1,100}$/),
    count: pageSizeOf(search.count),
    entry: matching(search.entry, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as LogSearch;
}

/** The search after a filter, the period or the page size changed: from the first page on, no row open. */
export function changedSearch(search: LogSearch, change: SearchChange): LogSearch {
  return readLogSearch({ ...search, cursor: undefined, entry: undefined, ...change });
}

/** The page without any filter. */
export function withoutFilters({ count }: LogSearch): LogSearch {
  return readLogSearch({ count });
}

/** How many of the filters behind "more" are set. */
export function countFilters({ user, address, request, status, reason, type, operation, target }: LogSearch): number {
  return [user, address, request, status, reason, type, operation, target].filter(Boolean).length;
}

export const isFiltered = (search: LogSearch) => Boolean(search.keyword || search.period) || countFilters(search) > 0;

export interface Conditions {
  login: LoginLogCondition;
  systemOperation: OperationLogCondition;
}

/** Only what is set. */
const given = (fields: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** What rows are asked for, as the server wants it. */
export function conditionOf<Kind extends LogKind>(kind: Kind, search: LogSearch): Conditions[Kind] {
  const { keyword, user, address, request: requestId, status, reason, type, operation, target } = search;
  const fields =
    kind === 'login'
      ? {
          keyword,
          userId: user,
          address,
          requestId,
          status: loginStatuses.find((one) => one === status),
          reason,
          loginType: type,
        }
      : { keyword, operatorUserId: user, address, requestId, status, operation, targetType: target };
  return given(fields) as Conditions[Kind];
}

/** The period, as the server wants it: the ends of a custom one are meant in the person's time zone. */
export function periodOf({ period = 'days7', from, to }: LogSearch, timeZone: string) {
  const [fromDatetime, toDatetime] = [from, to].map((text) => text && parseDateTime(text, timeZone)?.toISOString());
  // Half a custom period (an address somebody has cut short) says nothing: then the last 7 days.
  if (period === 'custom' && fromDatetime && toDatetime) return { periodType: period, fromDatetime, toDatetime };
  return { periodType: period === 'custom' ? ('days7' as const) : period };
}
