import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { cancelMailRun, getMailRun } from '#contract/joining/bulk-mails.ts';
import type { MailRefusal, SendType } from '#contract/joining/send-types.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { jobsKey } from '../../../base/jobs/job-queries.ts';
import { Loaded } from '../../../base/Loaded.tsx';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { RichText, useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { JobProgress } from '../../../ui/job/JobProgress.tsx';
import classes from '../onboarding.module.css';
import { isUnderWay, sendingQuery } from '../queries.ts';

type Opened = AnswerOf<typeof getMailRun>;

/** One sending: how far it is, who did not get the mail and why. */
export function OpenedSending({ sendId, say }: { sendId: string; say: (alert: AlertContent | undefined) => void }) {
  const t = useT();
  const query = useQuery(sendingQuery(sendId));
  return (
    <section className={classes.opened} aria-label={t('onboarding.sendings.opened')}>
      <Loaded
        query={query}
        height={120}
        failedTitle={t('onboarding.sendings.failedTitle')}
        missing={{
          title: t('onboarding.sendings.missing.title'),
          text: t('onboarding.sendings.missing.text'),
          back: t('onboarding.sendings.missing.back'),
          to: paths.registration('sendings'),
        }}
      >
        {(run) => <Progress run={run} say={say} />}
      </Loaded>
    </section>
  );
}

/** A PIN that was not mailed has replaced another one all the same. */
const sentenceOf = (sendType: SendType, reason: MailRefusal) =>
  sendType === 'userCode' && (reason === 'mailFailed' || reason === 'mailUncertain')
    ? (`onboarding.refusedPin_${reason}` as const)
    : (`onboarding.refused_${reason}` as const);

function Progress({ run, say }: { run: Opened; say: (alert: AlertContent | undefined) => void }) {
  const t = useT();
  const me = useMe();
  const queryClient = useQueryClient();
  const { busy, run: act } = useAct(say);
  const [asked, setAsked] = useState(false);
  const { sendId, sendType, status, total, sent, refused, failed, waiting, refusals } = run;
  const stop = async () => {
    const path = '/api/portal/bulkSendMail/{sendId}/cancel';
    const params = { sendId };
    const done = await act(() => call<typeof cancelMailRun>({ method: 'POST', path, params, pattern: 'powerUser' }));
    await queryClient.invalidateQueries({ queryKey: jobsKey });
    setAsked(false);
    if (done) say({ kind: 'info', text: t('onboarding.sendings.stopped', { count: done.answer.sent }) });
  };
  const isOver = !isUnderWay(run);
  // Mails with PINs that are issued leave in any case.
  const mayStop = status === 'processing' || (waiting > 0 && sendType !== 'userCode');
  const until = isOver && run.endedAt ? Date.parse(run.endedAt) : Date.now();
  return (
    <>
      <JobProgress
        name={t(`onboarding.type_${sendType}`)}
        status={isOver ? (status === 'cancelled' ? 'canceled' : 'completed') : 'processing'}
        note={waiting > 0 ? t('onboarding.sendings.waiting', { count: waiting }) : undefined}
        counts={{
          done: sent - waiting + refused + failed,
          known: total,
          // How long a mail server lets mails wait is no pace.
          elapsedMs: status === 'completed' && !isOver ? 0 : Math.max(0, until - Date.parse(run.createdAt)),
        }}
        unit="users"
        cancelling={busy}
        {...(mayStop && me.permissions.includes('users:write') ? { onCancel: () => setAsked(true) } : {})}
      />
      <ConfirmDialog
        opened={asked && mayStop}
        title={t('onboarding.sendings.stopTitle')}
        okLabel={t('onboarding.sendings.stop')}
        danger
        busy={busy}
        onOk={() => void stop()}
        onCancel={() => setAsked(false)}
      >
        {t('onboarding.sendings.stopEffect')}
      </ConfirmDialog>
      {refusals.length > 0 ? (
        <details className={classes.refusals}>
          <summary>
            {failed > 0
              ? t('onboarding.sendings.notArrived', { count: refused + failed })
              : t('onboarding.sendings.notSent', { count: refused })}
          </summary>
          <ul>
            {refusals.map(({ userId, reason }, at) => (
              <li key={userId || at}>
                <RichText
                  text={sentenceOf(sendType, reason)}
                  params={{ userId: userId || t('onboarding.sendings.deletedUser') }}
                  parts={{ b: <strong /> }}
                />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <div className={classes.buttons}>
        {sendType === 'registration' ? (
          <Button
            size="compact-sm"
            variant="default"
            renderRoot={(props) => <Link {...props} to={paths.registration('mails')} search={{ sendId }} />}
          >
            {t('onboarding.sendings.toMails')}
          </Button>
        ) : null}
        <Button
          size="compact-sm"
          variant="subtle"
          renderRoot={(props) => <Link {...props} to={paths.registration('sendings')} search={{}} />}
        >
          {t('common.close')}
        </Button>
      </div>
    </>
  );
}
