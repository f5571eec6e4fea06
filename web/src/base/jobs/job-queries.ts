import { queryOptions } from '@tanstack/react-query';
import type { listLogExports } from '#contract/logs/log-exports.ts';
import type { listUserExports } from '#contract/people/user-exports.ts';
import type { listUserImports } from '#contract/people/user-imports.ts';
import type { listUserBulks } from '#contract/people/user-bulks.ts';
import type { UserImportStatus } from '#contract/people/user-imports-fields.ts';
import type { listDeviceExports } from '#contract/devices/device-exports.ts';
import type { listMailRuns } from '#contract/joining/bulk-mails.ts';
import { call } from '../../api/call.ts';
import { isRunning } from '../../ui/job/job-status.ts';

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

type How = { signal: AbortSignal; pattern: 'powerUser' };

/** A page of jobs that are kept, newest first; asked again while one of them runs. */
const jobsQuery = <Page extends { results: readonly { status: string }[] }>(
  queryKey: readonly unknown[],
  ask: (how: How) => Promise<Page>,
  isGoingOn: (status: Page['results'][number]['status']) => boolean,
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => ask({ signal, pattern: 'powerUser' }),
    refetchInterval: ({ state }) =>
      (state.data as Page | undefined)?.results.some(({ status }) => isGoingOn(status)) && POLL_MS,
  });

const pageFrom = (cursor: string | undefined) => ({ count: SHOWN, ...(cursor ? { cursor } : {}) });

export const userImportsQuery = (tenantId: string, cursor?: string) =>
  jobsQuery(
    [...userImportsKey, tenantId, 'list', cursor],
    (how: How) =>
      call<typeof listUserImports>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/userImports',
        params: { tenantId },
        query: pageFrom(cursor),
        ...how,
      }),
    isImportRunning,
  );

export const userExportsQuery = (tenantId: string) =>
  jobsQuery(
    [...userExportsKey, tenantId, 'list'],
    (how: How) =>
      call<typeof listUserExports>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/userExport',
        params: { tenantId },
        query: { count: SHOWN },
        ...how,
      }),
    isRunning,
  );

export const logExportsQuery = (tenantId: string) =>
  jobsQuery(
    [...logExportsKey, tenantId, 'list'],
    (how: How) =>
      call<typeof listLogExports>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/logExport',
        params: { tenantId },
        query: { count: SHOWN },
        ...how,
      }),
    isRunning,
  );

export const deviceExportsQuery = (tenantId: string) =>
  jobsQuery(
    [...deviceExportsKey, tenantId, 'list'],
    (how: How) =>
      call<typeof listDeviceExports>({
        method: 'GET',
        path: '/api/device/tenants/{tenantId}/deviceExport',
        params: { tenantId },
        query: { count: SHOWN },
        ...how,
      }),
    isRunning,
  );

/** The newest mails to many. */
export const mailRunsQuery = (tenantId: string) =>
  jobsQuery(
    [...mailRunsKey, tenantId, 'tray'],
    (how: How) =>
      call<typeof listMailRuns>({
        method: 'GET',
        path: '/api/portal/bulkSendMail',
        query: { count: SHOWN },
        ...how,
      }),
    (status) => status === 'processing',
  );

/** Acts on many users. */
export const userBulksQuery = (tenantId: string, cursor?: string) =>
  jobsQuery(
    [...userBulksKey, tenantId, 'list', cursor],
    (how: How) =>
      call<typeof listUserBulks>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/userBulks',
        params: { tenantId },
        query: pageFrom(cursor),
        ...how,
      }),
    isRunning,
  );
