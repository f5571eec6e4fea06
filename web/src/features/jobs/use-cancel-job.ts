import { useQueryClient } from '@tanstack/react-query';
import type { cancelDeviceExport } from '#contract/devices/device-exports.ts';
import type { cancelMailRun } from '#contract/joining/bulk-mails.ts';
import type { cancelLogExport } from '#contract/logs/log-exports.ts';
import type { cancelUserBulk } from '#contract/people/user-bulks.ts';
import type { cancelUserExport } from '#contract/people/user-exports.ts';
import type { cancelUserImport } from '#contract/people/user-imports-actions.ts';
import type { JobKind } from '#contract/site/jobs-fields.ts';
import type { Job } from '#contract/site/jobs.ts';
import { call } from '../../api/call.ts';
import { jobsKey } from '../../base/jobs/job-queries.ts';
import { jobName } from '../../base/jobs/jobs.ts';
import { useMe } from '../../base/session-queries.ts';
import { useAct } from '../../base/use-act.ts';
import { useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';

const how = { method: 'POST', pattern: 'powerUser' } as const;

const cancelImport = (tenantId: string, importId: string): Promise<unknown> =>
  call<typeof cancelUserImport>({
    ...how,
    path: '/api/auth/tenants/{tenantId}/userImports/{importId}/cancel',
    params: { tenantId, importId },
  });

/** The call that stops a job of each kind. */
const cancels: Record<JobKind, (tenantId: string, id: string) => Promise<unknown>> = {
  userImport: cancelImport,
  undo: cancelImport,
  userBulk: (tenantId, bulkId) =>
    call<typeof cancelUserBulk>({
      ...how,
      path: '/api/auth/tenants/{tenantId}/userBulks/{bulkId}/cancel',
      params: { tenantId, bulkId },
    }),
  mailRun: (_, sendId) =>
    call<typeof cancelMailRun>({ ...how, path: '/api/portal/bulkSendMail/{sendId}/cancel', params: { sendId } }),
  userExport: (tenantId, exportStatusId) =>
    call<typeof cancelUserExport>({
      ...how,
      path: '/api/auth/tenants/{tenantId}/userExport/{exportStatusId}/cancel',
      params: { tenantId, exportStatusId },
    }),
  deviceExport: (tenantId, exportStatusId) =>
    call<typeof cancelDeviceExport>({
      ...how,
      path: '/api/device/tenants/{tenantId}/deviceExport/{exportStatusId}/cancel',
      params: { tenantId, exportStatusId },
    }),
  logExport: (tenantId, exportStatusId) =>
    call<typeof cancelLogExport>({
      ...how,
      path: '/api/auth/tenants/{tenantId}/logExport/{exportStatusId}/cancel',
      params: { tenantId, exportStatusId },
    }),
};

/** Stops jobs. */
export function useCancelJob(say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  return {
    busy,
    cancel: async (job: Job) => {
      const done = await run(() => cancels[job.kind](tenantId, job.jobId));
      await queryClient.invalidateQueries({ queryKey: jobsKey });
      if (done) say({ kind: 'success', text: t('jobs.stopped', { job: jobName(t, job) }) });
    },
  };
}
