import { queryOptions } from '@tanstack/react-query';
import type { listLogExports } from '#contract/authentication/log-exports.ts';
import type { listUserExports } from '#contract/authentication/user-exports.ts';
import type { listUserImports } from '#contract/authentication/user-imports.ts';
import type { listUserBulks } from '#contract/authentication/user-bulks.ts';
import type { UserImportStatus } from '#contract/authentication/user-imports-fields.ts';
import type { listDeviceExports } from '#contract/device-management/device-exports.ts';
import type { listMailRuns } from '#contract/portal/bulk-mails.ts';
import { call } from '../../api/call.ts';
import { isRunning, type JobStatus } from '../../ui/job-status.ts';

const pattern = 'powerUser';

/** Everything below these keys is out of date once a job was begun, confirmed or stopped. */
export const userImportsKey = ['userImports'] as const;
export const userExportsKey = ['userExports'] as const;
export const logExportsKey = ['logExports'] as const;
export const deviceExportsKey = ['deviceExports'] as const;
export const mailRunsKey = ['mailRuns'] as const;
export const userBulksKey = ['userBulks'] as const;

/** How often a job that runs is asked how far it is. */
export const POLL_MS = 1000;
const SHOWN = 20;

/** Whether an import goes on by itself: one that is `accepting` waits for its columns to be named. */
export function isImportRunning(status: UserImportStatus): boolean {
  return status === 'checking' || status === 'processing';
}

/** The imports of the tenant, newest first; asked again while one of them runs. */
export const userImportsQuery = (tenantId: string, cursor?: string) =>
  queryOptions({
    queryKey: [...userImportsKey, tenantId, 'list', cursor],
    queryFn: ({ signal }) =>
      call<typeof listUserImports>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/userImports',
        params: { tenantId },
        query: { count: SHOWN, ...(cursor ? { cursor } : {}) },
        pattern,
        signal,
      }),
    refetchInterval: ({ state }) => state.data?.results.some(({ status }) => isImportRunning(status)) && POLL_MS,
  });

/** The exports of the tenant that are kept, newest first; asked again while one of them runs. */
export const userExportsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...userExportsKey, tenantId, 'list'],
    queryFn: ({ signal }) =>
      call<typeof listUserExports>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/userExport',
        params: { tenantId },
        query: { count: SHOWN },
        pattern,
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => isRunning(status satisfies JobStatus)) && POLL_MS,
  });

/** The exports of logs that are kept, newest first; asked again while one of them runs. */
export const logExportsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...logExportsKey, tenantId, 'list'],
    queryFn: ({ signal }) =>
      call<typeof listLogExports>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/logExport',
        params: { tenantId },
        query: { count: SHOWN },
        pattern,
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => isRunning(status satisfies JobStatus)) && POLL_MS,
  });

/** The exports of devices that are kept, newest first; asked again while one of them runs. */
export const deviceExportsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...deviceExportsKey, tenantId, 'list'],
    queryFn: ({ signal }) =>
      call<typeof listDeviceExports>({
        method: 'GET',
        path: '/api/device/tenants/{tenantId}/deviceExport',
        params: { tenantId },
        query: { count: SHOWN },
        pattern,
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => isRunning(status satisfies JobStatus)) && POLL_MS,
  });

/** The newest mails to many; asked again while one of them is being sent. */
export const mailRunsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...mailRunsKey, tenantId, 'tray'],
    queryFn: ({ signal }) =>
      call<typeof listMailRuns>({
        method: 'GET',
        path: '/api/portal/bulkSendMail',
        query: { count: SHOWN },
        pattern,
        signal,
      }),
    refetchInterval: ({ state }) => state.data?.results.some(({ status }) => status === 'processing') && POLL_MS,
  });

/** Acts on many users, newest first; asked again while one of them runs. */
export const userBulksQuery = (tenantId: string, cursor?: string) =>
  queryOptions({
    queryKey: [...userBulksKey, tenantId, 'list', cursor],
    queryFn: ({ signal }) =>
      call<typeof listUserBulks>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/userBulks',
        params: { tenantId },
        query: { count: SHOWN, ...(cursor ? { cursor } : {}) },
        pattern,
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => isRunning(status satisfies JobStatus)) && POLL_MS,
  });
