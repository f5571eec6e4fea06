import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { bulkSendMail } from '#contract/portal/bulk-mails.ts';
import type { cancelRegistrationMails, RegistrationMail } from '#contract/portal/registration-mails.ts';
import { call } from '../../../api/call.ts';
import { mailRunsKey } from '../../../app/jobs/job-queries.ts';
import { paths } from '../../../app/paths.ts';
import { renewMailed } from '../../../app/renewal.ts';
import { useAct } from '../../../app/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';

/** A row by the mail and its user: what is done needs the one or the other. User ids hold no blank. */
export const rowIdOf = ({ uuid, userId }: RegistrationMail) => `${uuid} ${userId}`;

const partsOf = (rowId: string) => rowId.split(' ') as [uuid: string, userId: string];

type Props = {
  chosen: ReadonlySet<string>;
  say: (alert: AlertContent | undefined) => void;
  onDone: () => void;
};

/** What can be done with the mails chosen: send them again, or make their links worthless. */
export function MailActions({ chosen, say, onDone }: Props) {
  const t = useT();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { busy, run } = useAct(say);
  const [asked, setAsked] = useState<'resend' | 'cancel'>();
  const rows = [...chosen].map(partsOf);
  const userIds = [...new Set(rows.map(([, userId]) => userId))];
  const finish = (alert: AlertContent) => {
    onDone();
    say(alert);
  };
  const resend = async () => {
    const body = { sendType: 'registration', userIds } as const;
    const done = await run(() =>
      call<typeof bulkSendMail>({ method: 'POST', path: '/api/portal/bulkSendMail', body, pattern: 'powerUser' }),
    );
    setAsked(undefined);
    if (!done) return;
    // The mails are in the list once they have left: the tray sees the sending end.
    void queryClient.invalidateQueries({ queryKey: mailRunsKey });
    const { sendId, total } = done.answer;
    const show = () => void navigate({ to: paths.registration('sendings'), search: { sendId } });
    const action = { label: t('onboarding.showProgress'), onClick: show };
    finish({ kind: 'success', text: t('onboarding.sendingTo', { count: total }), action });
  };
  const cancel = async () => {
    const body = { uuids: rows.map(([uuid]) => uuid) };
    const path = '/api/portal/cancelRegistrationMails';
    const done = await run(() =>
      call<typeof cancelRegistrationMails>({ method: 'POST', path, body, pattern: 'powerUser' }),
    );
    setAsked(undefined);
    if (!done) return;
    await renewMailed(queryClient);
    finish({ kind: 'success', text: t('onboarding.mails.cancelled', { count: done.answer.cancelled }) });
  };
  const [effect, count] =
    asked === 'cancel'
      ? (['onboarding.mails.cancelEffect', rows.length] as const)
      : (['onboarding.mails.resendEffect', userIds.length] as const);
  return (
    <>
      <Button size="compact-sm" variant="default" disabled={busy} onClick={() => setAsked('resend')}>
        {t('onboarding.mails.resend')}
      </Button>
      <Button size="compact-sm" variant="default" disabled={busy} onClick={() => setAsked('cancel')}>
        {t('onboarding.mails.cancel')}
      </Button>
      <ConfirmDialog
        opened={asked !== undefined}
        title={t(asked === 'cancel' ? 'onboarding.mails.cancelTitle' : 'onboarding.mails.resendTitle', { count })}
        okLabel={t(asked === 'cancel' ? 'onboarding.mails.cancel' : 'onboarding.mails.resend')}
        danger={asked === 'cancel'}
        busy={busy}
        onOk={() => void (asked === 'cancel' ? cancel() : resend())}
        onCancel={() => setAsked(undefined)}
      >
        <p>{t(effect, { count })}</p>
      </ConfirmDialog>
    </>
  );
}
