import { useT } from '../../i18n/use-t.tsx';
import { ShownOnceDialog } from '../../ui/dialog/ShownOnceDialog.tsx';
import { ReadOnlyTextBox } from '../../ui/form/ReadOnlyTextBox.tsx';

type Props = { name: string; secret: string; onClose: () => void };

/** Shows the secret of a webhook, this once. */
export function SecretDialog({ name, secret, onClose }: Props) {
  const t = useT();
  return (
    <ShownOnceDialog title={name} okLabel={t('webhooks.secretNoted')} width={600} onClose={onClose}>
      <p>{t('webhooks.secretOnce')}</p>
      <ReadOnlyTextBox label={t('webhooks.secretTitle')} value={secret} help={t('webhooks.secretHelp')} />
    </ShownOnceDialog>
  );
}
