import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import { useState } from 'react';
import { MAX_BULK_USER_IDS } from '#contract/authentication/users-bulk-fields.ts';
import type { bulkSendMail } from '#contract/portal/bulk-mails.ts';
import {
  DEFAULT_LINK_DAYS,
  MAX_LINK_DAYS,
  MAX_RUN_USERS,
  type SendType,
  sendTypes,
} from '#contract/portal/send-types.ts';
import { call } from '../../../api/call.ts';
import { mailRunsKey } from '../../../app/jobs/job-queries.ts';
import { paths } from '../../../app/paths.ts';
import { useAct } from '../../../app/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { PopoverButton, PopoverItem } from '../../../ui/PopoverButton.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import { affectedBy } from '../bulk.ts';
import type { BulkProps } from './BulkActions.tsx';

/** Mails to the users chosen, or to all that match: a job sends them, and its page shows how far it is. */
export function MailMenu({ target, say, onDone }: BulkProps) {
  const t = useT();
  const language = useLanguage();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [asked, setAsked] = useState<SendType>();
  const [days, setDays] = useState(String(DEFAULT_LINK_DAYS));
  const affected = affectedBy(target);
  const most = 'userIds' in target ? MAX_BULK_USER_IDS : MAX_RUN_USERS;
  const daysWrong = asked === 'registration' && !isDays(days);
  const send = async (sendType: SendType) => {
    const whom = 'userIds' in target ? { userIds: [...target.userIds] } : target;
    const body = { sendType, ...whom, ...(sendType === 'registration' ? { expiresInDays: Number(days) } : {}) };
    const done = await run(() =>
      call<typeof bulkSendMail>({ method: 'POST', path: '/api/portal/bulkSendMail', body, pattern: 'powerUser' }),
    );
    setAsked(undefined);
    if (!done) return;
    void queryClient.invalidateQueries({ queryKey: mailRunsKey });
    onDone();
    const { sendId, total } = done.answer;
    const show = () => void navigate({ to: paths.registration('sendings'), search: { sendId } });
    const action = { label: t('users.mail.progress'), onClick: show };
    say({ kind: 'success', text: t('users.mail.begun', { count: total }), action });
  };
  const ask = (sendType: SendType) => {
    if (affected <= most) return setAsked(sendType);
    say({ kind: 'warning', text: t('users.bulk.tooMany', { most: new Intl.NumberFormat(language).format(most) }) });
  };
  return (
    <>
      <PopoverButton
        label={t('users.mail.menu')}
        target={(properties) => (
          <Button
            {...properties}
            size="compact-sm"
            variant="default"
            disabled={affected === 0 || busy}
            leftSection={<IconMail size={14} aria-hidden="true" />}
          >
            {t('users.mail.menu')}
          </Button>
        )}
      >
        {sendTypes.map((sendType) => (
          <PopoverItem key={sendType} onClick={() => ask(sendType)}>
            {t(`users.mail.item_${sendType}`)}
          </PopoverItem>
        ))}
      </PopoverButton>
      <ConfirmDialog
        opened={asked !== undefined}
        title={t(`users.mail.title_${asked ?? 'registration'}`, { count: affected })}
        okLabel={t('users.mail.send')}
        busy={busy}
        affected={asked === 'userCode' ? affected : 0}
        onOk={() => asked && !daysWrong && void send(asked)}
        onCancel={() => setAsked(undefined)}
      >
        {asked ? <p>{t(`users.mail.effect_${asked}`)}</p> : null}
        {asked === 'registration' ? (
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
    </>
  );
}

const isDays = (text: string) => /^[1-9]\d?$/.test(text) && Number(text) <= MAX_LINK_DAYS;
