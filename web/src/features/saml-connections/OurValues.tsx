import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useEffect, useMemo } from 'react';
import { Loaded } from '../../base/Loaded.tsx';
import { useMe } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import { ReadOnlyTextBox } from '../../ui/form/ReadOnlyTextBox.tsx';
import { ourValuesQuery } from './queries.ts';
import classes from './saml-connections.module.css';

/**
 * What is entered at the identity provider, by the server's own figures.
 * @param published whether the connection is there, so that its metadata can be fetched
 */
export function OurValues({ samlId, published = false }: { samlId: string; published?: boolean }) {
  const t = useT();
  const query = useQuery(ourValuesQuery(useMe().tenantId, samlId));
  return (
    <Loaded query={query} height={published ? 330 : 250} failedTitle={t('samlConnections.valuesFailed')}>
      {({ entityId, acsUrl, metadataUrl, sloUrl, certificate, encryptionCertificate, metadata }) => (
        <div className={classes.boxes}>
          <ReadOnlyTextBox label={t('samlConnections.ourEntityId')} value={entityId} />
          <ReadOnlyTextBox label={t('samlConnections.ourAcsUrl')} value={acsUrl} />
          <ReadOnlyTextBox label={t('samlConnections.ourSloUrl')} value={sloUrl} />
          <ReadOnlyTextBox label={t('samlConnections.ourCertificate')} value={certificate} />
          <ReadOnlyTextBox label={t('samlConnections.ourEncryptionCertificate')} value={encryptionCertificate} />
          {published ? <ReadOnlyTextBox label={t('samlConnections.ourMetadataUrl')} value={metadataUrl} /> : null}
          <div>
            <Download metadata={metadata} name={`${samlId}.xml`} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

function Download({ metadata, name }: { metadata: string; name: string }) {
  const t = useT();
  const address = useMemo(
    () => URL.createObjectURL(new Blob([metadata], { type: 'application/samlmetadata+xml' })),
    [metadata],
  );
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      component="a"
      href={address}
      download={name}
    >
      {t('samlConnections.download')}
    </Button>
  );
}
