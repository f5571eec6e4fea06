import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { MAX_BULK_USER_IDS } from '#contract/people/users-bulk-fields.ts';
import type { bulkSendMail } from '#contract/joining/bulk-mails.ts';
import { DEFAULT_LINK_DAYS, MAX_LINK_DAYS, MAX_RUN_USERS, type SendType } from '#contract/joining/send-types.ts';
import { call } from '../../../api/call.ts';
import { jobsKey } from '../../../base/jobs/job-queries.ts';
import { paths } from '../../../base/paths.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { affectedBy, type BulkTarget } from '../bulk.ts';
import { usersKey } from '../queries.ts';
import type { BulkProps } from './use-bulk-call.ts';
import { useCounted } from './use-counted.ts';

/** Mails to the users selected, or to all that match: a job sends them, and its page shows how far it is. */
export function useMailing({ target, say, onDone, onClose }: BulkProps & { onClose?: () => void }): {
  busy: boolean;
  ask: (sendType: SendType) => void;
  dialog: ReactNode;
} {
  const t = useT();
  const language = useLanguage();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const counted = useCounted(run);
  const [asked, setAsked] = useState<{ sendType: SendType; target: BulkTarget }>();
  const sendType = asked?.sendType ?? 'registration';
  const [days, setDays] = useState(String(DEFAULT_LINK_DAYS));
  const affected = affectedBy(asked?.target ?? target);
  const most = 'userIds' in target ? MAX_BULK_USER_IDS : MAX_RUN_USERS;
  const daysWrong = sendType === 'registration' && !isDays(days);
  const send = async (to: BulkTarget) => {
    const whom = 'userIds' in to ? { userIds: [...to.userIds] } : to;
    const body = { sendType, ...whom, ...(sendType === 'registration' ? { expiresInDays: Number(days) } : {}) };
    const done = await run(() =>
      call<typeof bulkSendMail>({ method: 'POST', path: '/api/portal/bulkSendMail', body, pattern: 'powerUser' }),
    );
    setAsked(undefined);
    onClose?.();
    // Another number may match by now: the next try is to be about that.
    if (!done) return queryClient.invalidateQueries({ queryKey: usersKey });
    void queryClient.invalidateQueries({ queryKey: jobsKey });
    onDone();
    const { sendId, total } = done.answer;
    const show = () => void navigate({ to: paths.registration('sendings'), search: { sendId } });
    const action = { label: t('users.mail.progress'), onClick: show };
    say({ kind: 'success', text: t('users.mail.begun', { count: total }), action });
  };
  const ask = async (wanted: SendType) => {
    const exact = await counted(target);
    if (!exact) return;
    if (affectedBy(exact) <= most) return setAsked({ sendType: wanted, target: exact });
    say({ kind: 'warning', text: t('users.bulk.tooMany', { most: new Intl.NumberFormat(language).format(most) }) });
  };
  const dialog = (
    <ConfirmDialog
      opened={asked !== undefined}
      title={t(`users.mail.title_${sendType}`, { count: affected })}
      okLabel={t('users.mail.send')}
      busy={busy}
      affected={asked && sendType === 'userCode' ? affected : 0}
      onOk={() => asked && !daysWrong && void send(asked.target)}
      onCancel={() => {
        setAsked(undefined);
        onClose?.();
      }}
    >
      {asked ? <p>{t(`users.mail.effect_${sendType}`)}</p> : null}
      {asked && sendType === 'registration' ? (
        <TextBox
          label={t('users.mail.days')}
          help={t('users.mail.daysHelp')}
          kind="numeric"
          required
          maxLength={2}
          value={days}
          onChange={setDays}
          error={isDays(days) ? undefined : t('users.mail.daysWrong', { most: MAX_LINK_DAYS })}
        />
      ) : null}
    </ConfirmDialog>
  );
  return { busy, ask: (wanted) => void ask(wanted), dialog };
}

const isDays = (text: string) => /^[1-9]\d?$/.test(text) && Number(text) <= MAX_LINK_DAYS;
