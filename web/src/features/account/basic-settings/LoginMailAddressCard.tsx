import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Me } from '#contract/sign-in/me.ts';
import { formatDateTime } from '#contract/display.ts';
import type {
  cancelUserLoginMailAddressConfirmation,
  sendUserLoginMailAddressConfirmation,
} from '#contract/joining/mail-confirmation.ts';
import { call } from '../../../api/call.ts';
import { timeZoneOf, useRenewMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { RichText, useLanguage, useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import parts from '../../../ui/form/parts.module.css';
import { LoginMailAddressDialog } from './LoginMailAddressDialog.tsx';

const send = (loginMailAddress: string) =>
  call<typeof sendUserLoginMailAddressConfirmation>({
    method: 'POST',
    path: '/api/portal/sendUserLoginMailAddressConfirmation',
    body: { loginMailAddress },
  });

const cancel = () =>
  call<typeof cancelUserLoginMailAddressConfirmation>({
    method: 'POST',
    path: '/api/portal/cancelUserLoginMailAddressConfirmation',
  });

type Props = { me: Me; say: (alert: AlertContent | undefined) => void };

/** The address one signs in with; a new one counts once the link mailed to it was opened. */
export function LoginMailAddressCard({ me, say }: Props) {
  const t = useT();
  const renewMe = useRenewMe();
  const [asking, setAsking] = useState(false);
  const { busy, run } = useAct(say);
  const isOwn = me.source === 'local';
  const sent = async (address: string) => {
    await renewMe();
    say({ kind: 'success', text: t('account.loginMail.sent', { address }) });
  };
  const resend = async (address: string) => {
    if (await run(() => send(address))) await sent(address);
  };
  const giveUp = async () => {
    if (!(await run(cancel))) return;
    await renewMe();
    say({ kind: 'success', text: t('account.loginMail.cancelled') });
  };
  return (
    <SettingsCard title={t('account.loginMail.title')} why={t('account.loginMail.why')}>
      <div className={parts.item}>
        <div className={parts.itemWords}>
          <div className={parts.itemName}>{me.loginMailAddress ?? t('account.loginMail.none')}</div>
          {isOwn ? null : <p className={parts.note}>{t('account.basic.keptElsewhere')}</p>}
        </div>
        {isOwn ? (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t(me.loginMailAddress ? 'account.loginMail.change' : 'account.loginMail.set')}
          </Button>
        ) : null}
      </div>
      {me.nextLoginMailAddress ? (
        <Pending
          me={me}
          address={me.nextLoginMailAddress}
          busy={busy}
          onResend={(address) => void resend(address)}
          onCancel={() => void giveUp()}
        />
      ) : null}
      {asking ? (
        <LoginMailAddressDialog
          current={me.loginMailAddress}
          send={send}
          onSent={(address) => {
            setAsking(false);
            void sent(address);
          }}
          onCancel={() => setAsking(false)}
        />
      ) : null}
    </SettingsCard>
  );
}

type PendingProps = {
  me: Me;
  address: string;
  busy: boolean;
  onResend: (address: string) => void;
  onCancel: () => void;
};

function Pending({ me, address, busy, onResend, onCancel }: PendingProps) {
  const t = useT();
  const until = me.loginMailAddressConfirmationExpiresAt;
  const time = formatDateTime(until ? new Date(until) : null, useLanguage(), timeZoneOf(me));
  return (
    <div className={parts.pending}>
      <p>
        <RichText text="account.loginMail.pending" params={{ address }} parts={{ b: <strong /> }} />
      </p>
      <p>{t('account.loginMail.goodUntil', { time })}</p>
      <div className={parts.buttons}>
        <Button variant="default" disabled={busy} onClick={() => onResend(address)}>
          {t('account.loginMail.resend')}
        </Button>
        <Button variant="subtle" disabled={busy} onClick={onCancel}>
          {t('account.loginMail.giveUp')}
        </Button>
      </div>
    </div>
  );
}
