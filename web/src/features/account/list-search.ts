import { type Period, periodTypes } from '../../ui/list/period.ts';
import { pageSizeOf } from '../../ui/list/page-size.ts';

/** What the addresses of the lists hold; absent is the default, so that plain addresses stay plain. */
export type GroupSearch = {
  page?: number;
  count?: number;
  sort?: 'name' | 'groupId';
  order?: 'ascending' | 'descending';
};

export type HistorySearch = {
  period?: Period['periodType'];
  /** `yyyy/MM/dd HH:mm:ss` in the person's time zone, for a custom period. */
  from?: string;
  to?: string;
  cursor?: string;
  count?: number;
};

function oneOf<const T extends string>(value: unknown, choices: readonly T[], byDefault: T): T | undefined {
  return choices.find((choice) => choice === value && choice !== byDefault);
}

/** Only what is set; an address with nonsense in it is read as if the nonsense were not there. */
function given<T extends object>(search: { [Key in keyof T]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;
}

export function readGroupSearch(search: Record<string, unknown>): GroupSearch {
  const page = Number(search.page);
  return given<GroupSearch>({
    page: Number.isInteger(page) && page > 1 && page <= 1_000_000_000 ? page : undefined,
    count: pageSizeOf(search.count),
    sort: oneOf(search.sort, ['name', 'groupId'], 'name'),
    order: oneOf(search.order, ['ascending', 'descending'], 'ascending'),
  });
}

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/.test(value);

export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const period = oneOf(search.period, periodTypes, 'days35');
  const custom = period === 'custom';
  const cursor = String(search.cursor ?? '');
  return given<HistorySearch>({
    period,
    from: custom && isMoment(search.from) ? search.from : undefined,
    to: custom && isMoment(search.to) ? search.to : undefined,
    cursor: /^[A-Za-z0-9._-]{1,100}$/.test(cursor) ? cursor : undefined,
    count: pageSizeOf(search.count),
  });
}
