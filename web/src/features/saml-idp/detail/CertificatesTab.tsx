import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  addSpCertification,
  changeSpCertification,
  deleteSpCertification,
  readSpMetadataFrom,
  SpCertification,
} from '#contract/apps/saml-idp.ts';
import { type SpCertificateUse, spCertificateUses } from '#contract/apps/saml-idp-values.ts';
import { formatDateTime } from '#contract/display.ts';
import { MAX_SAML_SP_CERTIFICATIONS } from '#contract/limits.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { ReadAgain } from '../../../base/federation/ReadAgain.tsx';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { idpPath, samlIdpKey, type Sp, spPath } from '../queries.ts';
import classes from '../saml-idp.module.css';

const pattern = 'powerUser';
const listPath = `${spPath}/certifications` as const;
const onePath = `${listPath}/{certificationId}` as const;

type Props = { sp: Sp; say: (alert: AlertContent | undefined) => void };

/** The certificates with which the app's requests are checked, or answers are encrypted for it. */
export function CertificatesTab({ sp, say }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [adding, setAdding] = useState(false);
  const renew = () => queryClient.invalidateQueries({ queryKey: samlIdpKey });
  const params = (certificationId: string) => ({ tenantId, samlSpId: sp.samlSpId, certificationId });
  const setActive = async ({ certificationId: id }: SpCertification, active: boolean) => {
    await run(() =>
      call<typeof changeSpCertification>({
        method: 'PUT',
        path: onePath,
        params: params(id),
        body: { active },
        pattern,
      }),
    );
    await renew();
  };
  const remove = async ({ certificationId: id }: SpCertification) => {
    await run(() =>
      call<typeof deleteSpCertification>({ method: 'DELETE', path: onePath, params: params(id), pattern }),
    );
    await renew();
  };
  return (
    <SettingsCard title={t('samlIdp.tab_certificates')} why={t('samlIdp.spCertificatesWhy')}>
      {sp.certifications.length === 0 ? <p>{t('samlIdp.spCertificatesEmpty')}</p> : null}
      <ul className={classes.certificates}>
        {sp.certifications.map((one) => (
          <Certificate
            key={one.certificationId}
            certificate={one}
            busy={busy}
            onActive={(active) => void setActive(one, active)}
            onDelete={() => void remove(one)}
          />
        ))}
      </ul>
      <div>
        <Button
          variant="default"
          disabled={sp.certifications.length >= MAX_SAML_SP_CERTIFICATIONS}
          onClick={() => setAdding(true)}
        >
          {t('samlIdp.certificateAdd')}
        </Button>
      </div>
      {sp.metadataUrl === null ? null : (
        <ReadAgain
          known={sp.certifications.map((one) => ({ ...one, id: one.certificationId }))}
          read={async () => {
            const path = `${idpPath}/operations/readMetadataFrom` as const;
            const body = { address: sp.metadataUrl ?? '', entityId: sp.entityId };
            const asked = { method: 'POST', path, params: { tenantId }, body, pattern } as const;
            const done = await run(
              () => call<typeof readSpMetadataFrom>(asked),
              (error) => {
                const isRefused = hasErrorId(error, 'invalid_params');
                if (isRefused) say({ kind: 'failure', text: t('saml.metadataUrlFailed') });
                return isRefused;
              },
            );
            return done?.answer.certifications;
          }}
          add={({ pem: certification, use }) => {
            const asked = { method: 'POST', path: listPath, pattern } as const;
            const given = { params: { tenantId, samlSpId: sp.samlSpId }, body: { certification, use } };
            return run(() => call<typeof addSpCertification>({ ...asked, ...given }));
          }}
          // Metadata leaves out what has expired: without it, assertions would be sent plain (docs/decisions/0222).
          stays={(one, found) => one.use !== 'signing' && found.every(({ use }) => use === 'signing')}
          remove={async ({ certificationId }) => {
            const asked = { path: onePath, params: params(certificationId), pattern } as const;
            const off = { ...asked, method: 'PUT', body: { active: false } } as const;
            return (
              (await run(() => call<typeof changeSpCertification>(off))) &&
              run(() => call<typeof deleteSpCertification>({ ...asked, method: 'DELETE' }))
            );
          }}
          onApplied={async (isWhole) => {
            await renew();
            if (isWhole) say({ kind: 'success', text: t('saml.readAgainApplied') });
          }}
        />
      )}
      {adding ? <AddDialog sp={sp} onClose={() => setAdding(false)} onAdded={renew} /> : null}
    </SettingsCard>
  );
}

type OneProps = {
  certificate: SpCertification;
  busy: boolean;
  onActive: (active: boolean) => void;
  onDelete: () => void;
};

function Certificate({ certificate, busy, onActive, onDelete }: OneProps) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const { active, expiresAt, fingerprint, subject, use } = certificate;
  const expired = new Date(expiresAt).getTime() <= Date.now();
  const short = fingerprint.slice(0, 8);
  const time = formatDateTime(new Date(expiresAt), language, zone);
  return (
    <li>
      <span className={classes.words}>
        <StatusBadge tone={expired ? 'bad' : active ? 'good' : 'neutral'}>
          {t(expired ? 'samlIdp.certificateExpired' : active ? 'samlIdp.active' : 'samlIdp.inactive')}
        </StatusBadge>
        <span>{t(`samlIdp.use_${use}`)}</span>
        <span>{subject}</span>
        <span>{t('samlIdp.expires', { time })}</span>
        <code>{fingerprint}</code>
      </span>
      <Button
        size="compact-sm"
        variant="subtle"
        disabled={busy || (expired && !active)}
        aria-label={t(active ? 'samlIdp.deactivateOne' : 'samlIdp.activateOne', { fingerprint: short })}
        onClick={() => onActive(!active)}
      >
        {t(active ? 'samlIdp.deactivate' : 'samlIdp.activate')}
      </Button>
      {active ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          disabled={busy}
          aria-label={t('samlIdp.certificateDeleteOne', { fingerprint: short })}
          onClick={onDelete}
        >
          {t('samlIdp.delete')}
        </Button>
      )}
    </li>
  );
}

function AddDialog({ sp, onClose, onAdded }: { sp: Sp; onClose: () => void; onAdded: () => Promise<void> }) {
  const t = useT();
  const { tenantId } = useMe();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [certification, setCertification] = useState('');
  const [use, setUse] = useState<SpCertificateUse>('signing');
  const [mistake, setMistake] = useState<string>();
  const send = async () => {
    const params = { tenantId, samlSpId: sp.samlSpId };
    const done = await run(
      () =>
        call<typeof addSpCertification>({
          method: 'POST',
          path: listPath,
          params,
          body: { certification, use },
          pattern,
        }),
      (error) => {
        const isWrong = hasErrorId(error, 'sp_setting_incorrect');
        if (isWrong) setMistake(t('samlIdp.certificateWrong'));
        return isWrong;
      },
    );
    if (!done) return;
    await onAdded();
    onClose();
  };
  return (
    <ModalDialog
      opened
      title={t('samlIdp.certificateAdd')}
      okLabel={t('samlIdp.certificateAdd')}
      okDisabled={certification.trim() === ''}
      busy={busy}
      width={600}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <TextBox
        label={t('logs.field_certification')}
        help={t('samlIdp.certificateHelp')}
        required
        kind="multiline"
        rows={8}
        value={certification}
        error={mistake}
        onChange={(next) => {
          setCertification(next);
          setMistake(undefined);
        }}
        data-autofocus
      />
      <Dropdown
        label={t('samlIdp.certificateUse')}
        help={t('samlIdp.certificateUseHelp')}
        value={use}
        choices={spCertificateUses.map((value) => ({ value, label: t(`samlIdp.use_${value}`) }))}
        onChange={setUse}
      />
    </ModalDialog>
  );
}
