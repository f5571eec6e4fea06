import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import IconPassword from '@tabler/icons-react/dist/esm/icons/IconPassword.mjs';
import { useState } from 'react';
import type { deleteUserCode, MyUserCode, requestUserCode } from '#contract/authentication/me-user-code.ts';
import { formatDateTime } from '#contract/display.ts';
import { call } from '../../../api/call.ts';
import { PinDialog } from '../../../base/device-login/PinDialog.tsx';
import { timeZoneOf, useMe, useRenewMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import classes from '../account.module.css';
import { userCodeQuery } from '../queries.ts';
import { IssuedPinDialog } from './IssuedPinDialog.tsx';

type Props = { pin: MyUserCode; say: (alert: AlertContent | undefined) => void };
type Opened = { dialog: 'issue' | 'own' | 'remove' } | { dialog: 'issued'; pin: string };

const request = (userCode?: string) =>
  call<typeof requestUserCode>({
    method: 'POST',
    path: '/api/auth/me/userCode/request',
    body: userCode === undefined ? {} : { userCode },
  });

/** The PIN one signs in with at devices: issued and shown once, or chosen where the tenant lets people. */
export function PinCard({ pin, say }: Props) {
  const t = useT();
  const me = useMe();
  const language = useLanguage();
  const renewMe = useRenewMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const renew = async () => {
    await Promise.all([queryClient.invalidateQueries({ queryKey: userCodeQuery.queryKey }), renewMe()]);
  };
  const issue = async () => {
    close();
    const done = await run(() => request());
    if (!done) return;
    if (done.answer.userCode) setOpened({ dialog: 'issued', pin: done.answer.userCode });
    await renew();
  };
  const remove = async () => {
    close();
    const done = await run(() => call<typeof deleteUserCode>({ method: 'DELETE', path: '/api/auth/me/userCode' }));
    if (!done) return;
    await renew();
    say({ kind: 'success', text: t('account.pin.removed') });
  };
  if (!pin.enabled && !pin.assigned) {
    return (
      <SettingsCard title={t('account.pin.title')} why={t('account.pin.why')}>
        <p className={classes.note}>{t('account.pin.off')}</p>
      </SettingsCard>
    );
  }
  const issuedAt = pin.issuedAt ? formatDateTime(new Date(pin.issuedAt), language, timeZoneOf(me)) : undefined;
  return (
    <SettingsCard title={t('account.pin.title')} why={t('account.pin.why')}>
      <div className={classes.item}>
        <IconPassword size={22} stroke={1.75} aria-hidden="true" />
        <div className={classes.itemWords}>
          <div className={classes.itemName}>
            {t('account.pin.name')}
            <StatusBadge tone={pin.assigned ? 'good' : 'neutral'}>
              {t(pin.assigned ? 'account.pin.assigned' : 'account.pin.notAssigned')}
            </StatusBadge>
          </div>
          <p className={classes.note}>{issuedAt ? t('account.pin.since', { time: issuedAt }) : t('account.pin.use')}</p>
        </div>
      </div>
      <div className={classes.buttons}>
        {pin.enabled ? (
          <Button
            variant={pin.assigned ? 'default' : 'filled'}
            loading={busy}
            onClick={() => (pin.assigned ? setOpened({ dialog: 'issue' }) : void issue())}
          >
            {t(pin.assigned ? 'account.pin.issueAgain' : 'account.pin.issue')}
          </Button>
        ) : null}
        {pin.enabled && pin.allowUserEntry ? (
          <Button variant="default" disabled={busy} onClick={() => setOpened({ dialog: 'own' })}>
            {t('account.pin.choose')}
          </Button>
        ) : null}
        {pin.assigned ? (
          <Button variant="default" disabled={busy} onClick={() => setOpened({ dialog: 'remove' })}>
            {t('common.remove')}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        opened={opened?.dialog === 'issue'}
        title={t('account.pin.issueTitle')}
        okLabel={t('account.pin.issueAgain')}
        onOk={() => void issue()}
        onCancel={close}
      >
        {t('account.pin.issueEffect')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={opened?.dialog === 'remove'}
        title={t('account.pin.removeTitle')}
        okLabel={t('common.remove')}
        danger
        onOk={() => void remove()}
        onCancel={close}
      >
        {t('account.pin.removeEffect')}
      </ConfirmDialog>
      {opened?.dialog === 'own' ? (
        <PinDialog
          words={{
            title: t('account.pin.choose'),
            why: t('account.pin.chooseWhy'),
            pin: t('account.pin.newPin'),
            rule: t(`account.pin.rule_${pin.characters}`, { least: pin.minLength, most: pin.maxLength }),
          }}
          rules={pin}
          send={request}
          onCancel={close}
          onDone={() => {
            close();
            say({ kind: 'success', text: t('account.pin.chosen') });
            void renew();
          }}
        />
      ) : null}
      {opened?.dialog === 'issued' ? <IssuedPinDialog key={opened.pin} pin={opened.pin} onClose={close} /> : null}
    </SettingsCard>
  );
}
