import { Button } from '@mantine/core';
import { useT } from '../../i18n/use-t.tsx';
import { TextBox } from '../../ui/form/TextBox.tsx';
import classes from './federation.module.css';

type Props = {
  address: string;
  /** What is wrong with what is typed. */
  validate: (address: string) => string | undefined;
  /** Why it could not be read. */
  mistake: string | undefined;
  /** Whether it is being read. */
  reading: boolean;
  onChange: (address: string) => void;
  onRead: () => void;
};

/** Where metadata is read: an address, and the button that reads it. */
export function MetadataAddress({ address, validate, mistake, reading, onChange, onRead }: Props) {
  const t = useT();
  return (
    <div className={classes.address}>
      <TextBox
        label={t('saml.metadataUrl')}
        help={t('saml.metadataUrlHelp')}
        value={address}
        validate={validate}
        error={mistake}
        onChange={onChange}
      />
      <Button
        variant="default"
        loading={reading}
        disabled={address.trim() === '' || validate(address) !== undefined}
        onClick={onRead}
      >
        {t('saml.metadataUrlRead')}
      </Button>
    </div>
  );
}
