import { useT } from '../../../i18n/use-t.tsx';
import { CopyButton } from '../../../ui/form/ReadOnlyTextBox.tsx';
import account from '../account.module.css';
import { ShownOnceDialog } from '../../../ui/dialog/ShownOnceDialog.tsx';

/** The PIN just issued. */
export function IssuedPinDialog({ pin, onClose }: { pin: string; onClose: () => void }) {
  const t = useT();
  return (
    <ShownOnceDialog
      title={t('account.pin.issuedTitle')}
      okLabel={t('account.pin.noted')}
      width={420}
      onClose={onClose}
    >
      <p>{t('account.pin.issuedWhy')}</p>
      <div className={account.secret}>
        <span>{pin}</span>
        <CopyButton value={pin} name={t('account.pin.name')} />
      </div>
    </ShownOnceDialog>
  );
}
