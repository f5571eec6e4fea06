import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { bulkSendMail } from '#contract/joining/bulk-mails.ts';
import type {
  cancelRegistrationMails,
  RegistrationMail,
  RegistrationMailCondition,
} from '#contract/joining/registration-mails.ts';
import { MAX_BULK_USER_IDS } from '#contract/people/users-bulk-fields.ts';
import { call } from '../../../api/call.ts';
import { jobsKey } from '../../../base/jobs/job-queries.ts';
import { paths } from '../../../base/paths.ts';
import { renewMailed } from '../../../base/renewal.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import type { ListSelection } from '../../../ui/list/list-types.ts';
import { registrationMailsKey } from '../queries.ts';

/** A row by the mail and its user: what is done needs the one or the other. User ids hold no blank. */
export const rowIdOf = ({ uuid, userId }: RegistrationMail) => `${uuid} ${userId}`;

const partsOf = (rowId: string) => rowId.split(' ') as [uuid: string, userId: string];

/** The mails an act is for: those named and their users, or all that match, as many as the administrator was shown. */
export type MailTarget =
  | { uuids: string[]; userIds: string[] }
  | { condition: RegistrationMailCondition; expectedCount: number };

export function targetOf({ all, ids }: ListSelection, condition: RegistrationMailCondition, total: number): MailTarget {
  if (all) return { condition, expectedCount: total };
  const rows = [...ids].map(partsOf);
  return { uuids: rows.map(([uuid]) => uuid), userIds: [...new Set(rows.map(([, userId]) => userId))] };
}

type Props = {
  target: MailTarget;
  say: (alert: AlertContent | undefined) => void;
  onDone: () => void;
};

/** What can be done with the mails chosen: send them again, or make their links worthless. */
export function MailActions({ target, say, onDone }: Props) {
  const t = useT();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { busy, run } = useAct(say);
  const [asked, setAsked] = useState<{ act: 'resend' | 'cancel'; target: MailTarget }>();
  const finish = (alert: AlertContent) => {
    onDone();
    say(alert);
  };
  // Another number may match by now: the next try is to be about that.
  const countAgain = () => queryClient.invalidateQueries({ queryKey: registrationMailsKey });
  const resend = async (to: MailTarget) => {
    const whom =
      'userIds' in to ? { userIds: to.userIds } : { registrationMails: to.condition, expectedCount: to.expectedCount };
    const body = { sendType: 'registration', ...whom } as const;
    const done = await run(() =>
      call<typeof bulkSendMail>({ method: 'POST', path: '/api/portal/bulkSendMail', body, pattern: 'powerUser' }),
    );
    setAsked(undefined);
    if (!done) return countAgain();
    // The mails are in the list once they have left: the tray sees the sending end.
    void queryClient.invalidateQueries({ queryKey: jobsKey });
    const { sendId, total } = done.answer;
    const show = () => void navigate({ to: paths.registration('sendings'), search: { sendId } });
    const action = { label: t('onboarding.showProgress'), onClick: show };
    finish({ kind: 'success', text: t('onboarding.sendingTo', { count: total }), action });
  };
  const cancel = async (of: MailTarget) => {
    const body = 'uuids' in of ? { uuids: of.uuids } : of;
    const path = '/api/portal/cancelRegistrationMails';
    const done = await run(() =>
      call<typeof cancelRegistrationMails>({ method: 'POST', path, body, pattern: 'powerUser' }),
    );
    setAsked(undefined);
    if (!done) return countAgain();
    await renewMailed(queryClient);
    finish({ kind: 'success', text: t('onboarding.mails.cancelled', { count: done.answer.cancelled }) });
  };
  const ask = (act: 'resend' | 'cancel') => {
    // Named ones go in one call; all that match are named by the search.
    if (!('uuids' in target) || target.uuids.length <= MAX_BULK_USER_IDS) return setAsked({ act, target });
    const most = new Intl.NumberFormat(language).format(MAX_BULK_USER_IDS);
    say({ kind: 'warning', text: t('onboarding.mails.tooMany', { most }) });
  };
  const about = asked ?? { act: 'resend', target };
  const isCancel = about.act === 'cancel';
  const { words, count } = wordsOf(about.act, about.target);
  return (
    <>
      <Button size="compact-sm" variant="default" disabled={busy} onClick={() => ask('resend')}>
        {t('onboarding.mails.resend')}
      </Button>
      <Button size="compact-sm" variant="default" disabled={busy} onClick={() => ask('cancel')}>
        {t('onboarding.mails.cancel')}
      </Button>
      <ConfirmDialog
        opened={asked !== undefined}
        title={t(`onboarding.mails.${words}Title`, { count })}
        okLabel={t(isCancel ? 'onboarding.mails.cancel' : 'onboarding.mails.resend')}
        danger={isCancel}
        affected={isCancel ? count : 0}
        busy={busy}
        onOk={() => asked && void (isCancel ? cancel(asked.target) : resend(asked.target))}
        onCancel={() => setAsked(undefined)}
      >
        <p>{t(`onboarding.mails.${words}Effect`, { count })}</p>
      </ConfirmDialog>
    </>
  );
}

/** What is asked, and about how many: links are counted, or users; of all that match only the mails are known. */
function wordsOf(act: 'resend' | 'cancel', target: MailTarget) {
  if (act === 'cancel') {
    return { words: 'cancel', count: 'uuids' in target ? target.uuids.length : target.expectedCount } as const;
  }
  return 'userIds' in target
    ? ({ words: 'resend', count: target.userIds.length } as const)
    : ({ words: 'resendAll', count: target.expectedCount } as const);
}
