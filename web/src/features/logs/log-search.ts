import { operationStatuses } from '#contract/logs/log-statuses.ts';
import type { LogKind, LoginLogCondition, OperationLogCondition } from '#contract/logs/logs-fields.ts';
import { MAX_KEYWORD_LENGTH, MAX_SEARCH_USER_ID_LENGTH } from '#contract/limits.ts';
import { settingSections } from '#contract/logs/setting-sections.ts';
import { parseDateTime } from '#contract/period.ts';
import type { Language } from '#contract/languages.ts';
import { pageLanguage } from '../../i18n/language.ts';
import {
  type ChangeOf,
  given,
  listAddress,
  type ListPlace,
  matching,
  oneOf,
  pageSize,
  type SearchOf,
  text,
  uuid,
} from '../../ui/list/address.ts';
import { periodFields, withoutEnds } from '../../ui/list/period.ts';

export const loginStatuses = ['success', 'error'] as const;
export const operations = ['create', 'update', 'delete'] as const;

const name = matching(/^[A-Za-z0-9_.-]{1,64}$/);
const fields = {
  ...periodFields('days7'),
  keyword: text(MAX_KEYWORD_LENGTH),
  user: text(MAX_SEARCH_USER_ID_LENGTH),
  address: matching(/^[0-9a-fA-F:.]{2,45}$/),
  request: name,
  /** Of the login log `success` and `error` only. */
  status: oneOf(operationStatuses),
  /** Of the login log. */
  reason: name,
  type: name,
  /** Of the system-operation log. */
  operation: oneOf(operations),
  target: name,
  /** A page of settings, whose history this is. */
  setting: oneOf(settingSections),
  cursor: matching(/^[A-Za-z0-9._-]{1,100}$/),
  count: pageSize,
  /** The row whose details are open. */
  entry: uuid,
};

export type LogSearch = SearchOf<typeof fields>;
export type SearchChange = ChangeOf<LogSearch> | ListPlace;
const address = listAddress(fields, withoutEnds);

export const readLogSearch = address.read;

/** The search after a filter, the period or the page size changed: from the first page on, no row open. */
export const changedSearch = (search: LogSearch, change: SearchChange): LogSearch =>
  address.changed(search, { entry: undefined, ...change });

/** The page without any filter. */
export function withoutFilters({ count }: LogSearch): LogSearch {
  return readLogSearch({ count });
}

/** How many of the filters behind "more" are set. */
export function countFilters(search: LogSearch): number {
  const { user, address, request, status, reason, type, operation, target, setting } = search;
  return [user, address, request, status, reason, type, operation, target, setting].filter(Boolean).length;
}

export const isFiltered = (search: LogSearch) => Boolean(search.keyword || search.period) || countFilters(search) > 0;

export interface Conditions {
  login: LoginLogCondition;
  systemOperation: OperationLogCondition;
}

/** What rows are asked for, as the server wants it. */
export function conditionOf<Kind extends LogKind>(kind: Kind, search: LogSearch): Conditions[Kind] {
  const { keyword, user, address, request: requestId, status, reason, type, operation, target, setting } = search;
  // Who looks for somebody, or opens an import, is shown what was done to each.
  const grouped = keyword || user || address || requestId ? undefined : true;
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
      : {
          ...{ keyword, operatorUserId: user, address, requestId, status, operation, targetType: target, setting },
          ...{ grouped, language: pageLanguage() as Language },
        };
  return given<object>(fields) as Conditions[Kind];
}

/** The period, as the server wants it: the ends of a custom one are meant in the person's time zone. */
export function periodOf({ period = 'days7', from, to }: LogSearch, timeZone: string) {
  const [fromDatetime, toDatetime] = [from, to].map((text) => text && parseDateTime(text, timeZone)?.toISOString());
  // Half a custom period (an address somebody has cut short) says nothing: then the last 7 days.
  if (period === 'custom' && fromDatetime && toDatetime) return { periodType: period, fromDatetime, toDatetime };
  return { periodType: period === 'custom' ? ('days7' as const) : period };
}
