import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { LogKind, LoginLogEntry, OperationLogEntry } from '#contract/logs/logs-fields.ts';
import type { getLogRetention, LogChart, logChoices } from '#contract/logs/logs.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { call } from '../../api/call.ts';
import { meQuery, timeZoneOf } from '../../base/session-queries.ts';
import { conditionOf, type LogSearch, periodOf } from './log-search.ts';

const pattern = 'powerUser';
const path = '/api/auth/tenants/{tenantId}/operations/search/logs';

export interface Entries {
  login: LoginLogEntry;
  systemOperation: OperationLogEntry;
}

export interface LogPageOf<Entry> {
  results: Entry[];
  totalResults: number;
  totalIsEstimate?: boolean;
  next?: string;
  previous?: string;
  /** So far back was looked; nothing older was looked at yet. */
  searchedTo?: string;
}

export const logKey = ['logs'] as const;

/** A page of a log. */
export const logQuery = <Kind extends LogKind>(kind: Kind, tenantId: string, timeZone: string, search: LogSearch) => {
  const { entry: _, ...asked } = search;
  const { cursor, count = DEFAULT_PAGE_SIZE } = asked;
  return queryOptions({
    queryKey: [...logKey, kind, tenantId, 'list', asked, timeZone],
    queryFn: ({ signal }) => {
      const body = {
        ...periodOf(asked, timeZone),
        condition: conditionOf(kind, asked),
        count,
        ...(cursor && { cursor }),
      };
      const request = { method: 'POST', path: `${path}/${kind}`, params: { tenantId }, body, pattern, signal } as const;
      return call<RouteDefinition>(request as never) as Promise<unknown> as Promise<LogPageOf<Entries[Kind]>>;
    },
    placeholderData: keepPreviousData,
  });
};

/** How many rows there were over time, for the same search. */
export const chartQuery = (kind: LogKind, tenantId: string, timeZone: string, search: LogSearch) => {
  const { entry: _, cursor: __, count: ___, ...asked } = search;
  return queryOptions({
    queryKey: [...logKey, kind, tenantId, 'chart', asked, timeZone],
    queryFn: ({ signal }) => {
      const body = { ...periodOf(asked, timeZone), condition: conditionOf(kind, asked) };
      const request = { method: 'POST', path: `${path}/${kind}/chart`, params: { tenantId }, body, pattern, signal };
      return call<RouteDefinition>(request as never) as Promise<unknown> as Promise<LogChart>;
    },
    placeholderData: keepPreviousData,
  });
};

/** The values there are to choose from. */
export const choicesQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...logKey, tenantId, 'choices'],
    queryFn: ({ signal }) =>
      call<typeof logChoices>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/logChoices',
        params: { tenantId },
        pattern,
        signal,
      }),
    staleTime: 60_000,
  });

export const retentionQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...logKey, tenantId, 'retention'],
    queryFn: ({ signal }) =>
      call<typeof getLogRetention>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/logRetention',
        params: { tenantId },
        pattern,
        signal,
      }),
  });

/** Asks for a log's first page and chart while its screen is still being fetched. */
export const startLog = (kind: LogKind) => (queryClient: QueryClient, search: LogSearch) => {
  queryClient.ensureQueryData(meQuery).then(
    (me) => {
      void queryClient.prefetchQuery(logQuery(kind, me.tenantId, timeZoneOf(me), search));
      void queryClient.prefetchQuery(chartQuery(kind, me.tenantId, timeZoneOf(me), search));
    },
    () => undefined,
  );
};
