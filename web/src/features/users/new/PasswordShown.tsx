import { Button } from '@mantine/core';
import { useId } from 'react';
import { useT } from '../../../i18n/use-t.tsx';
import { DialogBox } from '../../../ui/DialogBox.tsx';
import dialog from '../../../ui/ModalDialog.module.css';
import { CopyButton } from '../../../ui/ReadOnlyTextBox.tsx';
import classes from '../users.module.css';

type Props = { userId: string; password: string; onClose: () => void };

/** The password of a new user, to hand over. It cannot be shown again: only the button closes it. */
export function PasswordShown({ userId, password, onClose }: Props) {
  const t = useT();
  const id = useId();
  return (
    <DialogBox opened onClose={() => undefined} labelledBy={id} className={dialog.dialog} width={480}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a key from closing the dialog */}
      <div className={dialog.form} onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}>
        <div className={dialog.header}>
          <h2 id={id}>{t('users.passwordShownTitle', { userId })}</h2>
        </div>
        <div className={dialog.content}>
          <p>{t('users.passwordShownWhy')}</p>
          <div className={classes.secret}>
            <code>{password}</code>
            <CopyButton value={password} name={t('common.password')} />
          </div>
        </div>
        <Button fullWidth onClick={onClose} data-autofocus>
          {t('users.passwordNoted')}
        </Button>
      </div>
    </DialogBox>
  );
}
