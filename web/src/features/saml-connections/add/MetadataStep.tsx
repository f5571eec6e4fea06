import { formatDate } from '#contract/display.ts';
import { MetadataAddress } from '../../../base/federation/MetadataAddress.tsx';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { FileDrop } from '../../../ui/form/FileDrop.tsx';
import parts from '../../../ui/form/parts.module.css';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { entityIdMistake, ssoUrlMistake } from '../mistakes.ts';
import classes from '../saml-connections.module.css';
import type { ReadMetadata, useProviderMetadata } from './use-metadata.ts';

export type Given = { entityId: string; ssoUrl: string; certification: string };

type Props = {
  metadata: ReturnType<typeof useProviderMetadata>;
  given: Given;
  error: (field: keyof Given) => string | undefined;
  onChange: (part: Partial<Given>) => void;
};

/** What the portal needs to know of the identity provider: read from its metadata and shown, or entered by hand. */
export function MetadataStep({ metadata, given, error, onChange }: Props) {
  const t = useT();
  const { file, text, mistakeAt, read, open, paste } = metadata;
  return (
    <>
      <FileDrop
        label={t('samlConnections.metadataDrop')}
        rule={t('samlConnections.metadataRule')}
        accept={['.xml']}
        file={file}
        mistake={mistakeAt('file')}
        onFile={open}
      />
      <TextBox
        label={t('samlConnections.metadataText')}
        help={t('samlConnections.metadataTextHelp')}
        kind="multiline"
        rows={2}
        value={text}
        error={mistakeAt('text')}
        onChange={paste}
      />
      <MetadataAddress
        address={metadata.address}
        validate={(value) => ssoUrlMistake(t, value)}
        mistake={mistakeAt('address')}
        reading={metadata.reading === 'address'}
        onChange={metadata.typeAddress}
        onRead={metadata.readAddress}
      />
      <p className={parts.note} role="status">
        {t(read ? 'samlConnections.metadataRead' : 'samlConnections.byHand')}
      </p>
      <TextBox
        label={t('saml.entityId')}
        help={t('samlConnections.entityIdHelp')}
        required
        value={given.entityId}
        validate={(value) => entityIdMistake(t, value)}
        error={error('entityId')}
        onChange={(entityId) => onChange({ entityId })}
      />
      <TextBox
        label={t('saml.ssoUrl')}
        help={t('samlConnections.ssoUrlHelp')}
        required
        value={given.ssoUrl}
        validate={(value) => ssoUrlMistake(t, value)}
        error={error('ssoUrl')}
        onChange={(ssoUrl) => onChange({ ssoUrl })}
      />
      {read ? (
        <ReadCertificates read={read} />
      ) : (
        <TextBox
          label={t('logs.field_certification')}
          help={t('samlConnections.certificateHelp')}
          required
          kind="multiline"
          rows={4}
          value={given.certification}
          error={error('certification')}
          onChange={(certification) => onChange({ certification })}
        />
      )}
    </>
  );
}

function ReadCertificates({ read }: { read: ReadMetadata }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  return (
    <div>
      <strong>{t('saml.certifications')}</strong>
      <ul className={classes.certificates}>
        {read.certifications.map(({ fingerprint, subject, expiresAt }) => (
          <li key={fingerprint}>
            <span className={classes.words}>
              <span>{subject}</span>
              <span>{t('samlConnections.expires', { date: formatDate(new Date(expiresAt), language, zone) })}</span>
              <code>{fingerprint}</code>
            </span>
          </li>
        ))}
      </ul>
      {read.leftOut > 0 ? <p className={parts.note}>{t('samlConnections.leftOut', { count: read.leftOut })}</p> : null}
    </div>
  );
}
