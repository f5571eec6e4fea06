import { Button } from '@mantine/core';
import IconPassword from '@tabler/icons-react/dist/esm/icons/IconPassword.mjs';
import { useState } from 'react';
import { formatDateTime } from '#contract/display.ts';
import { PinDialog } from '../../../../base/device-login/PinDialog.tsx';
import { timeZoneOf, useMe } from '../../../../base/session-queries.ts';
import { useAct } from '../../../../base/use-act.ts';
import { useLanguage, useT } from '../../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { CopyButton } from '../../../../ui/form/ReadOnlyTextBox.tsx';
import { SettingsCard } from '../../../../ui/form/SettingsCard.tsx';
import { ShownOnceDialog } from '../../../../ui/dialog/ShownOnceDialog.tsx';
import { StatusBadge } from '../../../../ui/text/StatusBadge.tsx';
import classes from '../../users.module.css';
import { type DeviceCardProps, useDeviceCalls } from './use-device-acts.ts';

type Opened = { dialog: 'issue' | 'own' | 'remove' } | { dialog: 'issued'; pin: string };

/** The PIN of a user: made and shown once, or chosen; replaced, taken away. */
export function PinCard({ user, known, mayChange, say }: DeviceCardProps) {
  const t = useT();
  const zone = timeZoneOf(useMe());
  const language = useLanguage();
  const { busy, run } = useAct(say);
  const calls = useDeviceCalls(user);
  const [opened, setOpened] = useState<Opened>();
  const { userId } = user;
  const rules = known.userCode;
  const { enabled, assigned, issuedAt } = rules;
  const close = () => setOpened(undefined);
  const issue = async () => {
    close();
    const done = await run(() => calls.issuePin());
    if (!done) return;
    if (done.answer.userCode) setOpened({ dialog: 'issued', pin: done.answer.userCode });
    await calls.renew();
  };
  const remove = async () => {
    close();
    const done = await run(calls.removePin);
    if (!done) return;
    await calls.renew();
    say({ kind: 'success', text: t('users.device.pinRemoved', { userId }) });
  };
  const since = issuedAt
    ? t('users.device.pinSince', { time: formatDateTime(new Date(issuedAt), language, zone) })
    : t('users.device.pinNone');
  return (
    <SettingsCard title={t('users.pin')} why={t('users.device.pinWhy')}>
      <div className={classes.item}>
        <IconPassword size={22} stroke={1.75} aria-hidden="true" />
        <div className={classes.itemWords}>
          <div className={classes.itemName}>
            {t('users.pin')}
            <StatusBadge tone={assigned ? 'good' : 'neutral'}>
              {t(assigned ? 'users.isSet' : 'users.isNotSet')}
            </StatusBadge>
          </div>
          <p className={classes.note}>{enabled ? since : t('users.device.pinOff')}</p>
        </div>
      </div>
      {mayChange && (enabled || assigned) ? (
        <div className={classes.buttons}>
          {enabled ? (
            <Button
              variant="default"
              loading={busy}
              onClick={() => (assigned ? setOpened({ dialog: 'issue' }) : void issue())}
            >
              {t(assigned ? 'users.device.pinAgain' : 'users.device.pinIssue')}
            </Button>
          ) : null}
          {enabled ? (
            <Button variant="default" disabled={busy} onClick={() => setOpened({ dialog: 'own' })}>
              {t('users.device.pinChoose')}
            </Button>
          ) : null}
          {assigned ? (
            <Button variant="default" disabled={busy} onClick={() => setOpened({ dialog: 'remove' })}>
              {t('common.remove')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <ConfirmDialog
        opened={opened?.dialog === 'issue'}
        title={t('users.device.pinAgainTitle')}
        okLabel={t('users.device.pinAgain')}
        onOk={() => void issue()}
        onCancel={close}
      >
        {t('users.device.pinAgainEffect')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={opened?.dialog === 'remove'}
        title={t('users.device.pinRemoveTitle')}
        okLabel={t('common.remove')}
        danger
        onOk={() => void remove()}
        onCancel={close}
      >
        {t('users.device.pinRemoveEffect')}
      </ConfirmDialog>
      {opened?.dialog === 'own' ? (
        <PinDialog
          words={{
            title: t('users.device.pinChoose'),
            why: t('users.device.pinChooseWhy'),
            pin: t('users.device.pinNew'),
            rule: t(`users.device.pinRule_${rules.characters}`, { least: rules.minLength, most: rules.maxLength }),
          }}
          rules={rules}
          send={calls.issuePin}
          onCancel={close}
          onDone={() => {
            close();
            say({ kind: 'success', text: t('users.device.pinChosen', { userId }) });
            void calls.renew();
          }}
        />
      ) : null}
      {opened?.dialog === 'issued' ? (
        <ShownOnceDialog
          title={t('users.device.pinShownTitle', { userId })}
          okLabel={t('users.device.pinNoted')}
          width={420}
          onClose={close}
        >
          <p>{t('users.device.pinShownWhy')}</p>
          <div className={classes.secret}>
            <code>{opened.pin}</code>
            <CopyButton value={opened.pin} name={t('users.pin')} />
          </div>
        </ShownOnceDialog>
      ) : null}
    </SettingsCard>
  );
}
