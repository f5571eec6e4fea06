import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type {
  getUserImport,
  listUserImportRows,
  listUserImportSamples,
  UserImport,
} from '#contract/people/user-imports.ts';
import type { ImportRowKind } from '#contract/people/user-imports-fields.ts';
import { call } from '../../../api/call.ts';
import {
  POLL_MS,
  allJobsKey,
  isImportRunning,
  userImportsKey,
  userImportsQuery,
} from '../../../base/jobs/job-queries.ts';
import { whenKnown } from '../../../base/session-queries.ts';
import { tenantSettingsQuery } from '../../../base/tenant-settings.ts';

const pattern = 'powerUser';

/** An import; asked again every second while it runs. */
export const userImportQuery = (tenantId: string, importId: string) =>
  queryOptions({
    queryKey: [...userImportsKey, tenantId, 'one', importId],
    queryFn: ({ signal }) =>
      call<typeof getUserImport>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/userImports/{importId}',
        params: { tenantId, importId },
        pattern,
        signal,
      }),
    refetchInterval: ({ state }) => (state.data && isImportRunning(state.data.status) ? POLL_MS : false),
  });

export type RowsSearch = { kind?: ImportRowKind | undefined; cursor?: string | undefined; count: number };

type Checked = Pick<UserImport, 'importId' | 'status' | 'mapping' | 'emptyCells' | 'counts'>;

const rowsKey = (tenantId: string, importId: string) => [...userImportsKey, tenantId, 'rows', importId];

/** The rows of an import. Of another status they are others, and so they are once somebody mapped the columns anew. */
export const userImportRowsQuery = (
  tenantId: string,
  { importId, status, mapping, emptyCells, counts }: Checked,
  { kind, cursor, count }: RowsSearch,
) =>
  queryOptions({
    queryKey: [...rowsKey(tenantId, importId), { status, mapping, emptyCells, counts }, kind, cursor, count],
    queryFn: ({ signal }) =>
      call<typeof listUserImportRows>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/userImports/{importId}/rows',
        params: { tenantId, importId },
        query: { count, ...(kind ? { kind } : {}), ...(cursor ? { cursor } : {}) },
        pattern,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** The first values of the columns of a directory file, for whoever uploaded it: not kept once nobody looks at them. */
export const userImportSamplesQuery = (tenantId: string, importId: string) =>
  queryOptions({
    queryKey: [...userImportsKey, tenantId, 'samples', importId],
    queryFn: async ({ signal }) => {
      const { results } = await call<typeof listUserImportSamples>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/userImports/{importId}/samples',
        params: { tenantId, importId },
        pattern,
        signal,
      });
      return results;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/**
 * Puts an import as the server answered in place of the one shown. Its rows are forgotten: a new check finds others,
 * also where it counts as many. What it did to people is asked for anew when it has ended (`base/jobs/`).
 */
export function useTakeImport(): (taken: UserImport, tenantId: string) => void {
  const queryClient = useQueryClient();
  return (taken, tenantId) => {
    queryClient.setQueryData(userImportQuery(tenantId, taken.importId).queryKey, taken);
    queryClient.removeQueries({ queryKey: rowsKey(tenantId, taken.importId) });
    for (const queryKey of [allJobsKey, [...userImportsKey, tenantId, 'list']])
      void queryClient.invalidateQueries({ queryKey });
  };
}

export function startImports(queryClient: QueryClient): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(userImportsQuery(tenantId)));
}

export function startImport(queryClient: QueryClient, importId: string): void {
  whenKnown(queryClient, (tenantId) => {
    void queryClient.prefetchQuery(userImportQuery(tenantId, importId));
    void queryClient.prefetchQuery(tenantSettingsQuery(tenantId));
  });
}
