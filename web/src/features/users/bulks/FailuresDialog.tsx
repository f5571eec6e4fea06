import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { getUserBulk, UserBulkJob } from '#contract/people/user-bulks.ts';
import { call } from '../../../api/call.ts';
import { userBulksKey } from '../../../base/jobs/job-queries.ts';
import { Loaded } from '../../../base/Loaded.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { DialogBox } from '../../../ui/dialog/DialogBox.tsx';
import dialog from '../../../ui/dialog/ModalDialog.module.css';
import { failureReason } from '../failure-reason.ts';
import classes from '../users.module.css';
import parts from '../../../ui/form/parts.module.css';

/** An act with whom it could not be done to. */
const userBulkQuery = (tenantId: string, bulkId: string) =>
  queryOptions({
    queryKey: [...userBulksKey, tenantId, 'one', bulkId],
    queryFn: ({ signal }) =>
      call<typeof getUserBulk>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/userBulks/{bulkId}',
        params: { tenantId, bulkId },
        pattern: 'powerUser',
        signal,
      }),
  });

/** Who an act on many users could not be done to, each with the reason. */
export function FailuresDialog({ job, onClose }: { job: UserBulkJob; onClose: () => void }) {
  const t = useT();
  const language = useLanguage();
  const id = useId();
  const { tenantId } = useMe();
  const query = useQuery(userBulkQuery(tenantId, job.bulkId));
  return (
    <DialogBox opened onClose={onClose} dismissable labelledBy={id} className={dialog.dialog} width={560}>
      <div className={dialog.form}>
        <div className={dialog.header}>
          <h2 id={id}>{t('users.bulks.failuresTitle')}</h2>
        </div>
        <div className={dialog.content}>
          <Loaded query={query} height={120} failedTitle={t('users.bulks.failedTitle')}>
            {({ failures, failed }) => (
              <>
                {failed > failures.length ? (
                  <p className={parts.note}>
                    {t('users.bulks.failuresMost', {
                      shown: new Intl.NumberFormat(language).format(failures.length),
                      count: failed,
                    })}
                  </p>
                ) : null}
                <ul className={classes.changes}>
                  {failures.map(({ userId, message_id }) => (
                    <li key={userId}>{t('users.bulk.failure', { userId, reason: failureReason(t, message_id) })}</li>
                  ))}
                </ul>
              </>
            )}
          </Loaded>
        </div>
        <div className={dialog.buttons}>
          <Button onClick={onClose} data-autofocus>
            {t('common.close')}
          </Button>
        </div>
      </div>
    </DialogBox>
  );
}
