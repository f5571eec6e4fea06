import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import type { SamlIdp } from '#contract/apps/saml-idp-own.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ReadOnlyTextBox } from '../../../ui/form/ReadOnlyTextBox.tsx';
import classes from '../saml-idp.module.css';

const names = ['metadataUrl', 'entityId', 'ssoUrl', 'sloUrl'] as const;

/** What is entered in an app that is to sign users in here. Most find all of it in the metadata. */
export function OurValues({ idp }: { idp: SamlIdp }) {
  const t = useT();
  return (
    <div className={classes.boxes}>
      {names.map((name) => (
        <ReadOnlyTextBox key={name} label={t(`samlIdp.our_${name}`)} value={idp[name]} />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          component="a"
          href={new URL(idp.metadataUrl).pathname}
          download="metadata.xml"
        >
          {t('samlIdp.download')}
        </Button>
      </div>
    </div>
  );
}
