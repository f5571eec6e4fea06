import { useState } from 'react';
import type { UserBulkJob } from '#contract/people/user-bulks.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { JobProgress } from '../../../ui/job/JobProgress.tsx';
import classes from '../users.module.css';
import { useBulkActs } from './use-bulk-acts.ts';

/** An act on many users that runs: how far it is, and a way to stop it. */
export function BulkProgress({ job, say }: { job: UserBulkJob; say: (alert: AlertContent | undefined) => void }) {
  const t = useT();
  const mayChange = useMe().permissions.includes('users:write');
  const [asked, setAsked] = useState(false);
  const { busy, cancel } = useBulkActs(say);
  const { bulkId, action, status, progress } = job;
  return (
    <>
      <div className={classes.card}>
        <JobProgress
          name={t(`ui.jobBulk_${action}`, { count: progress.total })}
          status={status}
          unit="users"
          counts={{
            done: progress.done,
            known: progress.total,
            perSecond: progress.perSecond,
            secondsLeft: progress.secondsLeft,
          }}
          note={t('users.bulks.goesOn')}
          onCancel={mayChange ? () => setAsked(true) : undefined}
          cancelling={busy}
        />
      </div>
      <ConfirmDialog
        opened={asked}
        title={t('users.bulks.stopTitle')}
        okLabel={t('users.bulks.stop')}
        danger
        busy={busy}
        onOk={() => void cancel(bulkId).then(() => setAsked(false))}
        onCancel={() => setAsked(false)}
      >
        {t('users.bulks.stopEffect')}
      </ConfirmDialog>
    </>
  );
}
