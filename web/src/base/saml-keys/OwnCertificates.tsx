import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '#contract/display.ts';
import type { OwnCertification } from '#contract/own-certification.ts';
import type { OwnKeyUse } from '#contract/site/own-keys.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { CopyButton } from '../../ui/form/ReadOnlyTextBox.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import { timeZoneOf, useMe } from '../session-queries.ts';
import { useAct } from '../use-act.ts';
import { keyActs, switchDone, switchEffect, withdrawEffect } from './key-acts.ts';
import classes from './saml-keys.module.css';

const tones = { current: 'good', next: 'neutral', retired: 'neutral' } as const;

type Props = {
  use: OwnKeyUse;
  certifications: readonly OwnCertification[];
  say: (alert: AlertContent | undefined) => void;
  /** After a change: what shows the certificates is loaded anew. */
  onChanged: () => Promise<unknown>;
};
type Asked = 'switch' | OwnCertification;

/** The certificates of a key of ours: the one in use, the one that is published to follow it, and those before. */
export function OwnCertificates({ use, certifications, say, onChanged }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const { busy, run } = useAct(say);
  const [asked, setAsked] = useState<Asked>();
  const isSwitch = asked === 'switch';
  const act = async () => {
    const { switchOver, withdraw } = keyActs(use, tenantId);
    const current = certifications.find(({ active }) => active)?.certificationId ?? '';
    const done = await run(() => (isSwitch || !asked ? switchOver(current) : withdraw(asked.certificationId)));
    await onChanged();
    if (done) say({ kind: 'success', text: t(isSwitch ? switchDone[use] : 'samlIdp.withdrawn') });
    setAsked(undefined);
  };
  return (
    <>
      <ul className={classes.certificates}>
        {certifications.map((one) => (
          <Certificate key={one.certificationId} use={use} certificate={one} onWithdraw={() => setAsked(one)} />
        ))}
      </ul>
      <div>
        <Button variant="default" onClick={() => setAsked('switch')}>
          {t('samlIdp.switch')}
        </Button>
      </div>
      {asked ? (
        <ConfirmDialog
          opened
          danger
          busy={busy}
          title={t(isSwitch ? 'samlIdp.switchTitle' : 'samlIdp.withdrawTitle')}
          okLabel={t(isSwitch ? 'samlIdp.switch' : 'samlIdp.withdraw')}
          onOk={() => void act()}
          onCancel={() => setAsked(undefined)}
        >
          <p>{t(isSwitch ? switchEffect[use] : withdrawEffect[use])}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

type OneProps = { use: OwnKeyUse; certificate: OwnCertification; onWithdraw: () => void };

function Certificate({ use, certificate, onWithdraw }: OneProps) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const { state, expiresAt, keptUntil, fingerprint, pem } = certificate;
  const at = (time: string) => formatDateTime(new Date(time), language, zone);
  const isOpening = use === 'encryption' && state === 'current';
  const short = fingerprint.slice(0, 8);
  return (
    <li>
      <span className={classes.words}>
        <StatusBadge tone={tones[state]}>
          {t(isOpening ? 'expirations.keyInUse' : `samlIdp.state_${state}`)}
        </StatusBadge>
        <span>{t('samlIdp.expires', { time: at(expiresAt) })}</span>
        {keptUntil ? <span>{t('samlIdp.keptUntil', { time: at(keptUntil) })}</span> : null}
        <code>{fingerprint}</code>
      </span>
      <CopyButton value={pem} name={t('samlIdp.certificateOf', { fingerprint: short })} />
      {state === 'current' ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('samlIdp.withdrawOne', { fingerprint: short })}
          onClick={onWithdraw}
        >
          {t('samlIdp.withdraw')}
        </Button>
      )}
    </li>
  );
}
