import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_METADATA_BYTES } from '#contract/apps/saml-idp-values.ts';
import type { createSamlSp, ReadMetadata, readSpMetadata, readSpMetadataFrom } from '#contract/apps/saml-idp.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useBoxRefusals } from '../../../base/editing/use-box-refusals.ts';
import { MetadataAddress } from '../../../base/federation/MetadataAddress.tsx';
import { useMetadata } from '../../../base/federation/use-metadata.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { FileDrop } from '../../../ui/form/FileDrop.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { addressMistake, entityIdMistake, nameMistake } from '../mistakes.ts';
import { idpPath, samlIdpKey, spsPath } from '../queries.ts';
import classes from '../saml-idp.module.css';

const fields = ['displayName', 'entityId', 'acsUrl'] as const;
type Field = (typeof fields)[number];
type Draft = Record<Field, string>;
const pattern = 'powerUser';
const readPath = `${idpPath}/operations/readMetadata` as const;

/** Adds an app: by its metadata, from which all is filled in, or by hand. */
export function AddSpDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [draft, setDraft] = useState<Draft>({ displayName: '', entityId: '', acsUrl: '' });
  const refusals = useBoxRefusals(fields);
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    refusals.forget();
  };
  const asked = { method: 'POST', params: { tenantId }, pattern } as const;
  const metadata = useMetadata<ReadMetadata>({
    ...{ run, most: MAX_METADATA_BYTES },
    tooLarge: t('samlIdp.metadataLarge', { most: MAX_METADATA_BYTES / 1024 }),
    unreadable: t('samlIdp.metadataUnreadable'),
    mistakeOf: (error) =>
      hasErrorId(error, 'invalid_params')
        ? t('saml.metadataUrlFailed')
        : hasErrorId(error, 'sp_setting_incorrect')
          ? t('samlIdp.metadataWrong')
          : undefined,
    read: (given) =>
      'address' in given
        ? call<typeof readSpMetadataFrom>({ ...asked, path: `${readPath}From`, body: given })
        : call<typeof readSpMetadata>({ ...asked, path: readPath, body: given }),
    take: ({ displayName, entityId, acsUrl }) => change({ displayName, entityId, acsUrl }),
  });
  const { read, mistakeAt } = metadata;
  const { displayName, entityId, acsUrl } = draft;
  const isSound =
    displayName.trim() !== '' &&
    !nameMistake(t, displayName) &&
    !entityIdMistake(t, entityId) &&
    !addressMistake(t, acsUrl);
  const send = async () => {
    const { certifications = [], ...more } = read ?? {};
    const body = {
      ...more,
      metadataUrl: metadata.readFrom,
      ...{ displayName: displayName.trim(), entityId: entityId.trim(), acsUrl: acsUrl.trim() },
      certifications: certifications.filter(({ use }) => use !== 'encryption').map(({ pem }) => pem),
      encryptionCertifications: certifications.filter(({ use }) => use !== 'signing').map(({ pem }) => pem),
    };
    const done = await run(
      () => call<typeof createSamlSp>({ method: 'POST', path: spsPath, params: { tenantId }, body, pattern }),
      refusals.take,
    );
    if (!done) return;
    onClose();
    void queryClient.invalidateQueries({ queryKey: samlIdpKey });
    void navigate({ to: '/portal/tenant/saml-idp-settings/$samlSpId', params: { samlSpId: done.answer.samlSpId } });
  };
  return (
    <ModalDialog
      opened
      title={t('samlIdp.add')}
      okLabel={t('samlIdp.add')}
      okDisabled={!isSound}
      busy={busy}
      width={600}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <FileDrop
        label={t('samlIdp.metadataDrop')}
        rule={t('samlIdp.metadataRule', { most: MAX_METADATA_BYTES / 1024 })}
        accept={['.xml']}
        file={metadata.file}
        mistake={mistakeAt('file')}
        onFile={metadata.open}
      />
      <TextBox
        label={t('samlIdp.metadataText')}
        help={t('samlIdp.metadataTextHelp')}
        kind="multiline"
        rows={2}
        value={metadata.text}
        error={mistakeAt('text')}
        onChange={metadata.paste}
      />
      <MetadataAddress
        address={metadata.address}
        validate={(value) => addressMistake(t, value)}
        mistake={mistakeAt('address')}
        reading={metadata.reading === 'address'}
        onChange={metadata.typeAddress}
        onRead={metadata.readAddress}
      />
      {read ? (
        <p className={classes.read} role="status">
          {t('samlIdp.metadataRead', { count: read.certifications.length })}
        </p>
      ) : (
        <p className={classes.read}>{t('samlIdp.byHand')}</p>
      )}
      <TextBox
        label={t('logs.field_displayName')}
        help={t('samlIdp.nameHelp')}
        required
        value={displayName}
        validate={(value) => nameMistake(t, value)}
        error={refusals.error('displayName')}
        onChange={(next) => change({ displayName: next })}
        data-autofocus
      />
      <TextBox
        label={t('logs.field_entityId')}
        help={t('samlIdp.entityIdHelp')}
        required
        value={entityId}
        validate={(value) => entityIdMistake(t, value)}
        error={refusals.error('entityId')}
        onChange={(next) => change({ entityId: next })}
      />
      <TextBox
        label={t('logs.field_acsUrl')}
        help={t('samlIdp.acsHelp')}
        required
        value={acsUrl}
        validate={(value) => addressMistake(t, value)}
        error={refusals.error('acsUrl')}
        onChange={(next) => change({ acsUrl: next })}
      />
    </ModalDialog>
  );
}
