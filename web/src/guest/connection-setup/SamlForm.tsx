import { useState } from 'react';
import { isEntityId, isSsoUrl, MAX_METADATA_LENGTH } from '#contract/federation/saml-values.ts';
import { intlLocale } from '#contract/intl-locale.ts';
import { isApiError } from '../../api/api-error.ts';
import { Button } from '../../guest-kit/Button.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { Field } from '../../guest-kit/Field.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { TextField } from '../../guest-kit/TextField.tsx';
import { useForm } from '../../guest-kit/use-form.ts';
import { type ConnectionSetup, readMetadata, type ReadMetadata, saveSaml } from './setup-calls.ts';

type Props = { setup: ConnectionSetup; onSaved: (setup: ConnectionSetup) => void };

/** What the portal needs of the identity provider: read from its metadata, or entered by hand. */
export function SamlForm({ setup: { saml }, onSaved }: Props) {
  const { t, language } = useGuest();
  const [read, setRead] = useState<ReadMetadata>();
  const [mistake, setMistake] = useState<string>();
  const form = useForm({
    initial: { entityId: saml?.given?.entityId ?? '', ssoUrl: saml?.given?.ssoUrl ?? '', certificate: '' },
    check: {
      entityId: (value) => (isEntityId(value.trim()) ? undefined : t('connectionSetup.entityIdWrong')),
      ssoUrl: (value) => (isSsoUrl(value.trim()) ? undefined : t('connectionSetup.ssoUrlWrong')),
      certificate: (value) => (read || value.trim() !== '' ? undefined : t('connectionSetup.certificateMissing')),
    },
    submit: async ({ entityId, ssoUrl, certificate }) => {
      const certifications = read?.certifications.map(({ certification }) => certification) ?? [certificate.trim()];
      onSaved(await saveSaml({ entityId: entityId.trim(), ssoUrl: ssoUrl.trim(), certifications }));
    },
    fieldOf: ({ field }) => {
      if (field === 'certification') return 'certificate';
      return field === 'entityId' || field === 'ssoUrl' ? field : undefined;
    },
    wordsFor: ({ message_id: id }) => (id === 'invalid_params' ? t('connectionSetup.valueRefused') : undefined),
  });
  const open = async (file: File | undefined) => {
    setRead(undefined);
    setMistake(undefined);
    if (!file) return;
    if (file.size > MAX_METADATA_LENGTH) return setMistake(t('connectionSetup.metadataWrong'));
    try {
      const found = await readMetadata(await file.text());
      setRead(found);
      form.set('entityId', found.entityId);
      form.set('ssoUrl', found.ssoUrl);
    } catch (error) {
      if (isApiError(error) && error.status === 410) throw error;
      setMistake(t('connectionSetup.metadataWrong'));
    }
  };
  const dates = new Intl.DateTimeFormat(intlLocale(language), { dateStyle: 'medium' });
  return (
    <form className="g-form" method="post" noValidate onSubmit={form.onSubmit}>
      <FormAlert alert={form.alert} />
      <Field
        label={t('connectionSetup.metadata')}
        help={t('connectionSetup.metadataHelp')}
        type="file"
        accept=".xml,application/xml,text/xml"
        error={mistake}
        onChange={(event) => void open(event.currentTarget.files?.[0])}
      />
      <TextField {...form.box('entityId')} label={t('connectionSetup.entityId')} required maxLength={1024} />
      <TextField {...form.box('ssoUrl')} label={t('connectionSetup.ssoUrl')} required maxLength={4096} />
      {read ? (
        <dl className="g-facts">
          <dt>{t('connectionSetup.certificates')}</dt>
          {read.certifications.map(({ fingerprint, subject, expiresAt }) => (
            <dd key={fingerprint}>
              {subject} {t('connectionSetup.expires', { date: dates.format(new Date(expiresAt)) })}
            </dd>
          ))}
        </dl>
      ) : (
        <TextField
          {...form.box('certificate')}
          label={t('connectionSetup.certificate')}
          help={t('connectionSetup.certificateHelp')}
          required
        />
      )}
      <Button type="submit" look="quiet" busy={form.busy}>
        {t('connectionSetup.save')}
      </Button>
    </form>
  );
}
