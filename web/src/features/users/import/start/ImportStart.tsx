import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { UserImport } from '#contract/people/user-imports.ts';
import { LoadingCard } from '../../../../base/Loaded.tsx';
import { SubPageTitle } from '../../../../base/SubPageTitle.tsx';
import { userImportsQuery } from '../../../../base/jobs/job-queries.ts';
import { useMe } from '../../../../base/session-queries.ts';
import type { Translate } from '../../../../i18n/keys.ts';
import { useT } from '../../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent, AlertMessage } from '../../../../ui/page/AlertArea.tsx';
import classes from '../../users.module.css';
import { FileForm } from './FileForm.tsx';
import { ImportHistory } from './ImportHistory.tsx';

/** How a pending import is told of: whose it is, and whether anything is to be decided. */
function pendingWords(t: Translate, { status, fileName: file, createdBy: by }: UserImport, isMine: boolean): string {
  if (status === 'processing') return t('transfer.pending_running', { file });
  if (status === 'checking') return t('transfer.pending_checking', { file });
  return isMine ? t('transfer.pending_waiting', { file }) : t('transfer.pending_waitingFor', { file, by });
}

const open = ['accepting', 'checking', 'previewed', 'processing'];

/** Comes with what is said above it, which would move it. */
const Chosen = ({ isPending, say }: { isPending: boolean; say: (alert: AlertContent | undefined) => void }) =>
  isPending ? <LoadingCard height={616} /> : <FileForm say={say} />;

/** Import of users (spec section 2, "User Management"): choose a file; below, what was imported before. */
export function ImportStart() {
  const t = useT();
  const me = useMe();
  const navigate = useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const { data, isPending } = useQuery(userImportsQuery(me.tenantId));
  const pending = data?.results.find(({ status }) => open.includes(status));
  const title = t('transfer.importTitle');
  return (
    <>
      <SubPageTitle title={title}>{t('transfer.importLead')}</SubPageTitle>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {pending ? (
        <div className={classes.notice}>
          <AlertMessage
            alert={{
              kind: 'info',
              text: pendingWords(t, pending, pending.createdBy === me.userId),
              action: {
                label: t('transfer.goOn'),
                onClick: () => {
                  const params = { importId: pending.importId };
                  void navigate({ to: '/portal/users/import/$importId', params });
                },
              },
            }}
          />
        </div>
      ) : null}
      {me.permissions.includes('users:write') ? <Chosen isPending={isPending} say={setAlert} /> : null}
      <ImportHistory />
    </>
  );
}
