import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  deleteIdpCertification,
  IdpCertification,
  SamlIdp,
  switchIdpCertification,
} from '#contract/apps/saml-idp-own.ts';
import { formatDateTime } from '#contract/display.ts';
import { call } from '../../../api/call.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { CopyButton } from '../../../ui/form/ReadOnlyTextBox.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { idpPath, idpQuery } from '../queries.ts';
import classes from '../saml-idp.module.css';

const tones = { current: 'good', next: 'neutral', retired: 'neutral' } as const;
const pattern = 'powerUser';

type Props = { idp: SamlIdp; say: (alert: AlertContent | undefined) => void };
type Asked = 'switch' | IdpCertification;

/** The tenant's certificates: the one that signs, the one that is published to follow it, and those before. */
export function SigningCertificates({ idp, say }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [asked, setAsked] = useState<Asked>();
  const renew = () => queryClient.invalidateQueries({ queryKey: idpQuery(tenantId).queryKey });
  const switchOver = async () => {
    const path = `${idpPath}/operations/switchCertification` as const;
    const done = await run(() =>
      call<typeof switchIdpCertification>({ method: 'POST', path, params: { tenantId }, body: {}, pattern }),
    );
    await renew();
    if (done) say({ kind: 'success', text: t('samlIdp.switched') });
  };
  const withdraw = async (kid: string) => {
    const path = `${idpPath}/certifications/{kid}` as const;
    const done = await run(() =>
      call<typeof deleteIdpCertification>({ method: 'DELETE', path, params: { tenantId, kid }, pattern }),
    );
    await renew();
    if (done) say({ kind: 'success', text: t('samlIdp.withdrawn') });
  };
  const act = () => (asked === 'switch' ? switchOver() : asked ? withdraw(asked.certificationId) : Promise.resolve());
  return (
    <>
      <ul className={classes.certificates}>
        {idp.certifications.map((one) => (
          <Certificate key={one.certificationId} certificate={one} onWithdraw={() => setAsked(one)} />
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
          title={t(asked === 'switch' ? 'samlIdp.switchTitle' : 'samlIdp.withdrawTitle')}
          okLabel={t(asked === 'switch' ? 'samlIdp.switch' : 'samlIdp.withdraw')}
          onOk={() => void act().then(() => setAsked(undefined))}
          onCancel={() => setAsked(undefined)}
        >
          <p>{t(asked === 'switch' ? 'samlIdp.switchEffect' : 'samlIdp.withdrawEffect')}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Certificate({ certificate, onWithdraw }: { certificate: IdpCertification; onWithdraw: () => void }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const { state, expiresAt, fingerprint, pem } = certificate;
  const time = formatDateTime(new Date(expiresAt), language, zone);
  return (
    <li>
      <span className={classes.words}>
        <StatusBadge tone={tones[state]}>{t(`samlIdp.state_${state}`)}</StatusBadge>
        <span>{t('samlIdp.expires', { time })}</span>
        <code>{fingerprint}</code>
      </span>
      <CopyButton value={pem} name={t('samlIdp.certificateOf', { fingerprint: fingerprint.slice(0, 8) })} />
      {state === 'current' ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('samlIdp.withdrawOne', { fingerprint: fingerprint.slice(0, 8) })}
          onClick={onWithdraw}
        >
          {t('samlIdp.withdraw')}
        </Button>
      )}
    </li>
  );
}
