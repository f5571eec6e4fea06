import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_METADATA_BYTES } from '#contract/apps/saml-idp-values.ts';
import type { createSamlSp, ReadMetadata, readSpMetadata, readSpMetadataFrom } from '#contract/apps/saml-idp.ts';
import type { ErrorId } from '#contract/errors.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../base/failure.ts';
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

/** Adds an app: by its metadata, from which all is filled in, or by hand. */
export function AddSpDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [draft, setDraft] = useState<Draft>({ displayName: '', entityId: '', acsUrl: '' });
  const [file, setFile] = useState<File>();
  const [text, setText] = useState('');
  const [address, setAddress] = useState('');
  const [readFrom, setReadFrom] = useState<string | null>(null);
  const [unread, setUnread] = useState<string>();
  const [read, setRead] = useState<ReadMetadata>();
  const [refused, setRefused] = useState<Partial<Record<Field, ErrorId>>>({});
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setRefused({});
  };
  const take = async (given: { metadata: string } | { address: string }) => {
    const path = `${idpPath}/operations/readMetadata` as const;
    const wrong = (error: unknown) => {
      const isUnread = hasErrorId(error, 'invalid_params');
      const isWrong = hasErrorId(error, 'sp_setting_incorrect');
      if (isWrong || isUnread) setUnread(t(isUnread ? 'saml.metadataUrlFailed' : 'samlIdp.metadataWrong'));
      return isWrong || isUnread;
    };
    setRead(undefined);
    const asked = { method: 'POST', params: { tenantId }, pattern } as const;
    const done = await run(
      () =>
        'address' in given
          ? call<typeof readSpMetadataFrom>({ ...asked, path: `${path}From`, body: given })
          : call<typeof readSpMetadata>({ ...asked, path, body: given }),
      wrong,
    );
    if (!done) return;
    setReadFrom('address' in given ? given.address : null);
    const { displayName, entityId, acsUrl } = done.answer;
    setRead(done.answer);
    change({ displayName, entityId, acsUrl });
  };
  const open = (next: File | undefined) => {
    setFile(next);
    setUnread(undefined);
    setRead(undefined);
    if (!next) return;
    if (next.size > MAX_METADATA_BYTES) setUnread(t('samlIdp.metadataLarge', { most: MAX_METADATA_BYTES / 1024 }));
    else
      void next.text().then(
        (metadata) => take({ metadata }),
        () => setUnread(t('samlIdp.metadataUnreadable')),
      );
  };
  /** Read once it is whole: metadata is pasted, not typed. */
  const paste = (next: string) => {
    setText(next);
    setUnread(undefined);
    if (/^\s*<[\s\S]*>\s*$/.test(next) && next.length <= MAX_METADATA_BYTES) void take({ metadata: next });
  };
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
      metadataUrl: read ? readFrom : null,
      ...{ displayName: displayName.trim(), entityId: entityId.trim(), acsUrl: acsUrl.trim() },
      certifications: certifications.filter(({ use }) => use !== 'encryption').map(({ pem }) => pem),
      encryptionCertifications: certifications.filter(({ use }) => use !== 'signing').map(({ pem }) => pem),
    };
    const done = await run(
      () => call<typeof createSamlSp>({ method: 'POST', path: spsPath, params: { tenantId }, body, pattern }),
      (error) => {
        const found = fieldMistakes(error, {}, fields);
        if (found) setRefused(found);
        return found !== undefined;
      },
    );
    if (!done) return;
    onClose();
    void queryClient.invalidateQueries({ queryKey: samlIdpKey });
    void navigate({ to: '/portal/tenant/saml-idp-settings/$samlSpId', params: { samlSpId: done.answer.samlSpId } });
  };
  const error = (field: Field) => (refused[field] ? t(`errors.${refused[field]}`) : undefined);
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
        file={file}
        mistake={unread}
        onFile={open}
      />
      <TextBox
        label={t('samlIdp.metadataText')}
        help={t('samlIdp.metadataTextHelp')}
        kind="multiline"
        rows={2}
        value={text}
        onChange={paste}
      />
      <div className={classes.address}>
        <TextBox
          label={t('saml.metadataUrl')}
          help={t('saml.metadataUrlHelp')}
          value={address}
          validate={(value) => addressMistake(t, value)}
          onChange={setAddress}
        />
        <Button
          variant="default"
          disabled={addressMistake(t, address) !== undefined}
          onClick={() => {
            setUnread(undefined);
            void take({ address: address.trim() });
          }}
        >
          {t('saml.metadataUrlRead')}
        </Button>
      </div>
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
        error={error('displayName')}
        onChange={(next) => change({ displayName: next })}
        data-autofocus
      />
      <TextBox
        label={t('logs.field_entityId')}
        help={t('samlIdp.entityIdHelp')}
        required
        value={entityId}
        validate={(value) => entityIdMistake(t, value)}
        error={error('entityId')}
        onChange={(next) => change({ entityId: next })}
      />
      <TextBox
        label={t('logs.field_acsUrl')}
        help={t('samlIdp.acsHelp')}
        required
        value={acsUrl}
        validate={(value) => addressMistake(t, value)}
        error={error('acsUrl')}
        onChange={(next) => change({ acsUrl: next })}
      />
    </ModalDialog>
  );
}
