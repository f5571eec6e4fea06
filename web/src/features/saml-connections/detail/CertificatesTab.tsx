import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  addSamlCertification,
  deleteSamlCertification,
  importSamlFrom,
} from '#contract/federation/saml-connections.ts';
import { MAX_SAML_CERTIFICATIONS } from '#contract/federation/saml-values.ts';
import { formatDate } from '#contract/display.ts';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { type ExpiryState, expiryState } from '../../../base/expirations/state.ts';
import { ReadAgain } from '../../../base/federation/ReadAgain.tsx';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import parts from '../../../ui/form/parts.module.css';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { StatusBadge, type Tone } from '../../../ui/text/StatusBadge.tsx';
import { metadataMistake } from '../add/use-metadata.ts';
import { type Connection, connectionPath, connectionQuery, connectionsKey } from '../queries.ts';
import classes from '../saml-connections.module.css';

const pattern = 'powerUser';
const listPath = `${connectionPath}/certifications` as const;
const onePath = `${listPath}/{certificationId}` as const;
type Certification = Connection['certifications'][number];

const tones: Record<ExpiryState, Tone> = { expired: 'bad', soon: 'warning', valid: 'good' };

type Props = { connection: Connection; say: (alert: AlertContent | undefined) => void };

/** The certificates with which the provider's answers are checked: each that is valid will do, so that they can be rolled. */
export function CertificatesTab({ connection, say }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Certification>();
  const { samlId, enabled, certifications } = connection;
  const renew = async (changed: Connection) => {
    queryClient.setQueryData(connectionQuery(tenantId, samlId).queryKey, changed);
    await queryClient.invalidateQueries({ queryKey: connectionsKey });
  };
  const remove = async ({ certificationId }: Certification) => {
    const params = { tenantId, samlId, certificationId };
    const done = await run(() =>
      call<typeof deleteSamlCertification>({ method: 'DELETE', path: onePath, params, pattern }),
    );
    setRemoving(undefined);
    if (!done) return;
    await renew(done.answer);
    say({ kind: 'success', text: t('samlConnections.certificateRemoved') });
  };
  const valid = certifications.filter((one) => expiryState(one) !== 'expired');
  const isLast = (one: Certification) => enabled && valid.length === 1 && valid[0] === one;
  const isDue = valid.length > 0 && valid.every((one) => expiryState(one) === 'soon');
  return (
    <SettingsCard title={t('saml.certifications')} why={t('samlConnections.certificatesWhy')}>
      {certifications.length === 0 ? <p>{t('samlConnections.certificatesEmpty')}</p> : null}
      {isDue ? <p>{t('samlConnections.rolloverDue')}</p> : null}
      <ul className={classes.certificates}>
        {certifications.map((one) => (
          <Certificate
            key={one.certificationId}
            certificate={one}
            isLast={isLast(one)}
            busy={busy}
            onRemove={() => setRemoving(one)}
          />
        ))}
      </ul>
      <div>
        <Button
          variant="default"
          disabled={certifications.length >= MAX_SAML_CERTIFICATIONS}
          onClick={() => setAdding(true)}
        >
          {t('samlConnections.certificateAdd')}
        </Button>
      </div>
      {connection.metadataUrl === null ? null : (
        <ReadAgain
          known={certifications.map((one) => ({ ...one, id: one.certificationId }))}
          read={async () => {
            const address = connection.metadataUrl ?? '';
            const path = '/api/auth/tenants/{tenantId}/operations/saml/importFrom';
            const body = { address, entityId: connection.entityId };
            const asked = { method: 'POST', path, params: { tenantId }, body, pattern } as const;
            const done = await run(
              () => call<typeof importSamlFrom>(asked),
              (error) => {
                const text = metadataMistake(t, error);
                if (text) say({ kind: 'failure', text });
                return text !== undefined;
              },
            );
            return done?.answer.certifications;
          }}
          add={async ({ certification }) => {
            const asked = { method: 'POST', path: listPath, params: { tenantId, samlId }, pattern } as const;
            return run(() => call<typeof addSamlCertification>({ ...asked, body: { certification } }));
          }}
          remove={async ({ certificationId }) => {
            const params = { tenantId, samlId, certificationId };
            const asked = { method: 'DELETE', path: onePath, params, pattern } as const;
            return run(() => call<typeof deleteSamlCertification>(asked));
          }}
          onApplied={async (isWhole) => {
            await queryClient.invalidateQueries({ queryKey: connectionsKey });
            if (isWhole) say({ kind: 'success', text: t('saml.readAgainApplied') });
          }}
        />
      )}
      {adding ? (
        <AddDialog
          samlId={samlId}
          onClose={() => setAdding(false)}
          onAdded={async (changed) => {
            await renew(changed);
            setAdding(false);
            say({ kind: 'success', text: t('samlConnections.certificateAdded') });
          }}
        />
      ) : null}
      {removing ? (
        <ConfirmDialog
          opened
          danger
          title={t('samlConnections.certificateRemove')}
          okLabel={t('samlConnections.certificateRemove')}
          busy={busy}
          onOk={() => void remove(removing)}
          onCancel={() => setRemoving(undefined)}
        >
          {t('samlConnections.certificateRemoveEffect')}
        </ConfirmDialog>
      ) : null}
    </SettingsCard>
  );
}

type OneProps = { certificate: Certification; isLast: boolean; busy: boolean; onRemove: () => void };

function Certificate({ certificate, isLast, busy, onRemove }: OneProps) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const { expiresAt, fingerprint, subject } = certificate;
  const state = expiryState(certificate);
  return (
    <li>
      <span className={classes.words}>
        <StatusBadge tone={tones[state]}>{t(`samlConnections.expiry_${state}`)}</StatusBadge>
        <span>{subject}</span>
        <span>{t('samlConnections.expires', { date: formatDate(new Date(expiresAt), language, zone) })}</span>
        <code>{fingerprint}</code>
        {isLast ? <span className={parts.note}>{t('samlConnections.lastCertificate')}</span> : null}
      </span>
      {isLast ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          disabled={busy}
          aria-label={t('samlConnections.certificateRemoveOne', { fingerprint: fingerprint.slice(0, 8) })}
          onClick={onRemove}
        >
          {t('common.remove')}
        </Button>
      )}
    </li>
  );
}

type AddProps = { samlId: string; onClose: () => void; onAdded: (changed: Connection) => Promise<void> };

function AddDialog({ samlId, onClose, onAdded }: AddProps) {
  const t = useT();
  const { tenantId } = useMe();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [certification, setCertification] = useState('');
  const [mistake, setMistake] = useState<string>();
  const send = async () => {
    const params = { tenantId, samlId };
    const done = await run(
      () =>
        call<typeof addSamlCertification>({ method: 'POST', path: listPath, params, body: { certification }, pattern }),
      (error) => {
        const [entry] = isApiError(error) ? error.entries : [];
        const id = entry?.message_id;
        if (id === 'invalid_params') setMistake(t('samlConnections.certificateWrong'));
        else if (id === 'duplicated') setMistake(t('samlConnections.certificateKnown'));
        else if (id === 'certification_expired') setMistake(t('errors.certification_expired'));
        else return false;
        return true;
      },
    );
    if (done) await onAdded(done.answer);
  };
  return (
    <ModalDialog
      opened
      title={t('samlConnections.certificateAdd')}
      okLabel={t('samlConnections.certificateAdd')}
      okDisabled={certification.trim() === ''}
      busy={busy}
      width={600}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <TextBox
        label={t('logs.field_certification')}
        help={t('samlConnections.certificateHelp')}
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
    </ModalDialog>
  );
}
