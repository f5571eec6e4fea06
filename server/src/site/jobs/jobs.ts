import type { Job } from '#contract/site/jobs.ts';
import type { JobKind } from '#contract/site/jobs-fields.ts';
import type { Permission } from '#contract/roles.ts';
import { fail } from '#contract/errors.ts';
import { listRunJobs } from '../../joining/bulk-mails/bulk-mails.ts';
import { listBulkJobs } from '../../people/bulk/jobs.ts';
import { listImportJobs } from '../../people/imports/imports.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { listExportJobs } from '../../platform/exports/exports.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { JobPlace, ListedJob } from '../../platform/work/listed.ts';

type Listed = ListedJob<Job['status']> & Partial<Pick<Job, 'fileName' | 'action'>>;

interface Source {
  read: Permission;
  cancel: Permission;
  list(tx: Tx, asked: JobPlace, now: Date): Promise<{ jobs: Listed[]; totalResults: number; next?: string }>;
}

/** What a caller needs to see jobs of a kind, and to stop one, as the calls of the kind demand it. */
const sources: Record<JobKind, Source> = {
  userImport: { read: 'users:read', cancel: 'users:write', list: listImportJobs('imports') },
  undo: { read: 'users:read', cancel: 'users:write', list: listImportJobs('undos') },
  userBulk: { read: 'users:read', cancel: 'users:write', list: listBulkJobs },
  mailRun: { read: 'users:read', cancel: 'users:write', list: listRunJobs },
  userExport: { read: 'users:read', cancel: 'users:read', list: listExportJobs('users') },
  deviceExport: { read: 'devices:read', cancel: 'devices:read', list: listExportJobs('devices') },
  logExport: { read: 'logs:read', cancel: 'logs:read', list: listExportJobs('logs') },
};

const live: ReadonlySet<string> = new Set<Job['status']>(['accepting', 'checking', 'previewed', 'processing']);

/**
 * The jobs of the kinds that the caller may read, newest first: their ids are in the order of time, whatever their kind.
 * Throws `forbidden` if that is none.
 */
export async function listJobs(
  tx: Tx,
  { permissions }: Pick<Principal, 'permissions'>,
  { kind, cursor, count }: JobPlace & { kind?: JobKind | undefined },
  now: Date,
) {
  const kinds = (kind ? [kind] : (Object.keys(sources) as JobKind[])).filter((one) =>
    permissions.has(sources[one].read),
  );
  if (kinds.length === 0) throw fail('forbidden');
  const pages = await Promise.all(
    kinds.map(async (one) => {
      const { list, cancel } = sources[one];
      const { jobs, ...page } = await list(tx, { cursor, count }, now);
      return { ...page, jobs: jobs.map((job) => toJob(one, job, permissions.has(cancel))) };
    }),
  );
  const found = pages.flatMap(({ jobs }) => jobs).sort((a, b) => (a.jobId < b.jobId ? 1 : -1));
  const results = found.slice(0, count);
  const isMore = found.length > count || pages.some(({ next }) => next !== undefined);
  const last = results.at(-1);
  return {
    results,
    totalResults: pages.reduce((sum, { totalResults }) => sum + totalResults, 0),
    itemsPerPage: count,
    ...(isMore && last && { next: last.jobId }),
  };
}

const toJob = (
  kind: JobKind,
  { id, status, fileName = null, action = null, total, share, startedBy, createdAt, finishedAt }: Listed,
  mayCancel: boolean,
): Job => ({
  jobId: id,
  ...{ kind, status, fileName, action, total, share, startedBy },
  canCancel: mayCancel && live.has(status),
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});
