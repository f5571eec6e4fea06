import { queryOptions } from '@tanstack/react-query';
import type { listLogExports } from '#contract/logs/log-exports.ts';
import type { listUserExports } from '#contract/people/user-exports.ts';
import type { listUserImports } from '#contract/people/user-imports.ts';
import type { listUserBulks } from '#contract/people/user-bulks.ts';
import type { UserImportStatus } from '#contract/people/user-imports-fields.ts';
import type { listDeviceExports } from '#contract/devices/device-exports.ts';
import type { listJobs } from '#contract/site/jobs.ts';
import type { JobKind } from '#contract/site/jobs-fields.ts';
import { call } from '../../api/call.ts';
import { isRunning } from '../../ui/job/job-status.ts';

/** Everything below this key is out of date once a job was started, confirmed or stopped. */
export const jobsKey = ['jobs'] as const;
/** The lists of all jobs: the tray's and those of the page. */
export const allJobsKey = [...jobsKey, 'all'] as const;
export const userImportsKey = [...jobsKey, 'userImports'] as const;
export const userExportsKey = [...jobsKey, 'userExports'] as const;
export const logExportsKey = [...jobsKey, 'logExports'] as const;
export const deviceExportsKey = [...jobsKey, 'deviceExports'] as const;
export const mailRunsKey = [...jobsKey, 'mailRuns'] as const;
export const userBulksKey = [...jobsKey, 'userBulks'] as const;

/** How often a job that runs is asked how far it is. */
export const POLL_MS = 1000;
const SHOWN = 20;

/** Whether an import goes on by itself: one that is `accepting` waits for its columns to be named. */
export function isImportRunning(status: UserImportStatus): boolean {
  return status === 'checking' || status === 'processing';
}

type How = { signal: AbortSignal; pattern: 'powerUser' };

/** A page of jobs that are kept, newest first; asked again while one of them runs. */
const pageQuery = <Page extends { results: readonly { status: string }[] }>(
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

/** Of all kinds, or of one. An import that is `accepting` does not go on by itself, but is soon mapped. */
export const jobsQuery = (tenantId: string, asked: { kind?: JobKind | undefined; cursor?: string | undefined } = {}) =>
  pageQuery(
    [...allJobsKey, tenantId, asked],
    (how: How) =>
      call<typeof listJobs>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/jobs',
        params: { tenantId },
        query: { ...asked, count: SHOWN },
        ...how,
      }),
    isRunning,
  );

const pageFrom = (cursor: string | undefined) => ({ count: SHOWN, ...(cursor ? { cursor } : {}) });

export const userImportsQuery = (tenantId: string, cursor?: string) =>
  pageQuery(
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
  pageQuery(
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
  pageQuery(
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
  pageQuery(
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

/** Acts on many users. */
export const userBulksQuery = (tenantId: string, cursor?: string) =>
  pageQuery(
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
