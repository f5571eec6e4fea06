import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EXPORT_KEPT_DAYS } from '#contract/limits.ts';
import { useExportActs, userExports } from '../../../base/exports/use-export-acts.ts';
import { userExportsQuery } from '../../../base/jobs/job-queries.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { JobProgress } from '../../../ui/job/JobProgress.tsx';
import { isRunning } from '../../../ui/job/job-status.ts';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';

/** An export that was begun here: how far it is, then its file. It goes on when the dialog is closed. */
export function ExportUnderWay({ exportStatusId, onClose }: { exportStatusId: string; onClose: () => void }) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, fetchPart, cancel } = useExportActs(userExports, setAlert);
  const { data } = useQuery(userExportsQuery(tenantId));
  const one = data?.results.find((known) => known.exportStatusId === exportStatusId);
  const part = one?.status === 'completed' ? one.parts[0] : undefined;
  const several = (one?.parts.length ?? 0) > 1;
  const fetchIt = async () => {
    if (several) return navigate({ to: paths.userExport });
    if (part && (await fetchPart(exportStatusId, part))) onClose();
  };
  return (
    <ModalDialog
      opened
      title={t('transfer.exportUnderWay')}
      okLabel={t(several ? 'transfer.toFiles' : 'transfer.download')}
      cancelLabel={t('common.close')}
      okDisabled={!part}
      busy={busy}
      onOk={() => void fetchIt()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} />
      {one ? (
        <JobProgress
          name={t('transfer.exportedUsers', { count: one.progress.total ?? one.progress.done })}
          status={one.status}
          unit="users"
          counts={{
            done: one.progress.done,
            known: one.progress.total ?? undefined,
            perSecond: one.progress.perSecond,
            secondsLeft: one.progress.secondsLeft,
          }}
          note={isRunning(one.status) ? t('transfer.goesOn') : t('transfer.fileKept', { count: EXPORT_KEPT_DAYS })}
          onCancel={() => void cancel(exportStatusId)}
        />
      ) : null}
      {one?.error ? <p>{one.error.message}</p> : null}
    </ModalDialog>
  );
}
