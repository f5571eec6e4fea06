import { ActionIcon } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { DialogBox } from '../../ui/dialog/DialogBox.tsx';
import dialog from '../../ui/dialog/ModalDialog.module.css';
import { AccountChooser } from './AccountChooser.tsx';
import classes from './my-accounts.module.css';

/** "Switch account" of the account menu. */
export function AccountSwitchDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT();
  const id = useId();
  return (
    <DialogBox opened={opened} onClose={onClose} labelledBy={id} className={dialog.dialog} width={600}>
      <div className={dialog.form}>
        <div className={dialog.header}>
          <h2 id={id}>{t('common.switchAccount')}</h2>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('common.close')}
            title={t('common.close')}
            onClick={onClose}
          >
            <IconX size={20} />
          </ActionIcon>
        </div>
        <p className={classes.note}>{t('portal.accounts.why')}</p>
        <AccountChooser />
      </div>
    </DialogBox>
  );
}
