import { MAX_BULK_USERS_AT_ONCE } from '#contract/people/users-bulk-fields.ts';
import type { UserBulkJob } from '#contract/people/user-bulks.ts';
import type { LogExport } from '#contract/logs/log-exports.ts';
import type { UserExport } from '#contract/people/user-exports.ts';
import type { UserImport } from '#contract/people/user-imports.ts';
import type { DeviceExport } from '#contract/devices/device-exports.ts';
import type { MailRun } from '#contract/joining/bulk-mails.ts';
import type { Translate } from '../../i18n/keys.ts';
import type { TrayJob } from '../../ui/job/JobTray.tsx';
import { isRunning, type JobStatus } from '../../ui/job/job-status.ts';
import { paths } from '../paths.ts';

/** What has ended stays in the tray for so long. */
const ENDED_SHOWN_MS = 30 * 60_000;

const hasEndedLongAgo = (finishedAt: string | null, now: number) =>
  finishedAt !== null && now - Date.parse(finishedAt) > ENDED_SHOWN_MS;

/** How far an import is, from 0 to 1: by bytes while it is read, by rows while it is carried out. */
export function importShare({
  status,
  fileBytes,
  progress,
}: Pick<UserImport, 'status' | 'fileBytes' | 'progress'>): number | undefined {
  if (status === 'checking') {
    if (progress.total) return Math.min(1, progress.done / progress.total);
    return fileBytes > 0 ? Math.min(1, progress.bytes / fileBytes) : undefined;
  }
  return progress.total ? Math.min(1, progress.done / progress.total) : undefined;
}

interface Jobs {
  imports?: readonly UserImport[];
  exports?: readonly UserExport[];
  logExports?: readonly LogExport[];
  deviceExports?: readonly DeviceExport[];
  runs?: readonly MailRun[];
  bulks?: readonly UserBulkJob[];
}

/** The jobs of the tray: what runs, what waits for somebody, and what ended within the last half hour; newest first. */
export function trayJobs(
  t: Translate,
  { imports = [], exports = [], logExports = [], deviceExports = [], runs = [], bulks = [] }: Jobs,
  now: number,
): TrayJob[] {
  const ofImports = imports
    .filter(({ finishedAt }) => !hasEndedLongAgo(finishedAt, now))
    .map((one) => ({
      id: one.importId,
      at: one.createdAt,
      name: one.kind === 'undo' ? t('ui.jobUndo') : t('ui.jobImport', { file: one.fileName }),
      // It waits for its columns to be named.
      status: one.status === 'accepting' ? ('previewed' as const) : (one.status satisfies JobStatus),
      share: importShare(one),
      path: paths.userImport(one.importId),
    }));
  const ofExports = [
    ...exports.map((one) => ({ one, name: t('ui.jobExport'), path: paths.userExport as string })),
    ...logExports.map((one) => ({ one, name: t('ui.jobLogExport'), path: paths.tenant('log-export') as string })),
    ...deviceExports.map((one) => ({ one, name: t('ui.jobDeviceExport'), path: paths.deviceExport as string })),
  ]
    .filter(({ one: { finishedAt } }) => !hasEndedLongAgo(finishedAt, now))
    .map(({ one, name, path }) => ({
      id: one.exportStatusId,
      at: one.createdAt,
      name,
      status: one.status satisfies JobStatus,
      share: one.progress.total ? Math.min(1, one.progress.done / one.progress.total) : undefined,
      path,
    }));
  const ofRuns = runs
    // A mail to one is no long work.
    .filter(({ total, endedAt }) => total > 1 && !hasEndedLongAgo(endedAt, now))
    .map((one) => ({
      id: one.sendId,
      at: one.createdAt,
      name: t('ui.jobMails', { count: one.total }),
      status: one.status === 'cancelled' ? ('canceled' as const) : (one.status satisfies JobStatus),
      share: Math.min(1, (one.sent + one.refused + one.failed) / one.total),
      path: paths.registration('sendings'),
    }));
  const ofBulks = bulks
    // What was done at once is no long work.
    .filter(({ progress }) => progress.total > MAX_BULK_USERS_AT_ONCE)
    .filter(({ finishedAt }) => !hasEndedLongAgo(finishedAt, now))
    .map((one) => ({
      id: one.bulkId,
      at: one.createdAt,
      name: t(`ui.jobBulk_${one.action}`, { count: one.progress.total }),
      status: one.status satisfies JobStatus,
      share: Math.min(1, one.progress.done / Math.max(1, one.progress.total)),
      path: paths.userBulks,
    }));
  return [...ofImports, ...ofExports, ...ofRuns, ...ofBulks]
    .sort((a, b) => Number(isRunning(b.status)) - Number(isRunning(a.status)) || b.at.localeCompare(a.at))
    .map(({ at: _, ...job }) => job);
}
