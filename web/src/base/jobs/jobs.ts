import { MAX_BULK_USERS_AT_ONCE } from '#contract/people/users-bulk-fields.ts';
import type { Job } from '#contract/site/jobs.ts';
import type { Translate } from '../../i18n/keys.ts';
import type { TrayJob } from '../../ui/job/JobTray.tsx';
import { isRunning, type JobStatus } from '../../ui/job/job-status.ts';
import { paths } from '../paths.ts';

/** The name of a job: "Import of staff.csv". */
export function jobName(t: Translate, { kind, fileName, action, total }: Job): string {
  if (kind === 'userImport') return t('ui.jobImport', { file: fileName ?? '' });
  if (kind === 'undo') return t('ui.jobUndo');
  if (kind === 'userBulk') return t(`ui.jobBulk_${action ?? 'deactivate'}`, { count: total ?? 0 });
  if (kind === 'mailRun') return t('ui.jobMails', { count: total ?? 0 });
  return t(exportNames[kind]);
}

const exportNames = {
  userExport: 'ui.jobExport',
  deviceExport: 'ui.jobDeviceExport',
  logExport: 'ui.jobLogExport',
} as const;

/** The page that shows a job whole. */
export function jobPath({ kind, jobId }: Job): string {
  if (kind === 'userImport' || kind === 'undo') return paths.userImport(jobId);
  return pages[kind];
}

const pages = {
  userBulk: paths.userBulks,
  mailRun: paths.registration('sendings'),
  userExport: paths.userExport,
  deviceExport: paths.deviceExport,
  logExport: paths.tenant('log-export'),
} as const;

/** An import that is `accepting` waits for its columns to be mapped; every other job goes on by itself then. */
export const jobStatus = ({ kind, status }: Job): JobStatus =>
  kind === 'userImport' && status === 'accepting' ? 'previewed' : status;

/** What has ended stays in the tray for so long. */
const ENDED_SHOWN_MS = 30 * 60_000;

/** An email to one user, and what is done to a few users at once, is over before the tray could show it. */
const isLong = ({ kind, total }: Job) =>
  kind === 'mailRun' ? total !== 1 : kind !== 'userBulk' || (total ?? 0) > MAX_BULK_USERS_AT_ONCE;

/** The jobs of the tray: running ones first, then pending ones and those that ended within the last half hour. */
export function trayJobs(t: Translate, jobs: readonly Job[], now: number): TrayJob[] {
  return jobs
    .filter(({ finishedAt }) => finishedAt === null || now - Date.parse(finishedAt) <= ENDED_SHOWN_MS)
    .filter(isLong)
    .map((job) => ({
      id: job.jobId,
      name: jobName(t, job),
      status: jobStatus(job),
      share: job.share ?? undefined,
      path: jobPath(job),
    }))
    .sort((a, b) => Number(isRunning(b.status)) - Number(isRunning(a.status)));
}
