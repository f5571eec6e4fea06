import { useT } from '../../../i18n/use-t.tsx';
import { CopyButton } from '../../../ui/form/ReadOnlyTextBox.tsx';
import { ShownOnceDialog } from '../../../ui/dialog/ShownOnceDialog.tsx';
import parts from '../../../ui/form/parts.module.css';

type Props = { userId: string; password: string; onClose: () => void };

/** The password of a new user, to hand over. It cannot be shown again: only the button closes it. */
export function PasswordShown({ userId, password, onClose }: Props) {
  const t = useT();
  return (
    <ShownOnceDialog
      title={t('users.passwordShownTitle', { userId })}
      okLabel={t('users.passwordNoted')}
      width={480}
      onClose={onClose}
    >
      <p>{t('users.passwordShownWhy')}</p>
      <div className={parts.secret}>
        <code>{password}</code>
        <CopyButton value={password} name={t('common.password')} />
      </div>
    </ShownOnceDialog>
  );
}
