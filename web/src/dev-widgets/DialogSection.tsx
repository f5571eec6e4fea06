import { Button } from '@mantine/core';
import { useState } from 'react';
import { dash } from '#contract/display.ts';
import { useT } from '../i18n/use-t.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { ModalDialog } from '../ui/dialog/ModalDialog.tsx';
import { SettingsCard } from '../ui/form/SettingsCard.tsx';
import { TextBox } from '../ui/form/TextBox.tsx';
import { useDialog } from '../ui/dialog/use-dialog.ts';

export function DialogSection() {
  const t = useT();
  const [answer, setAnswer] = useState<string>();
  const [group, setGroup] = useState('');
  const [affected, setAffected] = useState<number>();
  const dialog = useDialog<string>();
  const ask = async () => setAnswer((await dialog.ask()) ?? dash);
  const count = affected ?? 0;
  const close = () => setAffected(undefined);
  return (
    <SettingsCard title={t('widgets.dialogs')} why={t('widgets.dialogsWhy')}>
      <Button.Group orientation="vertical">
        <Button variant="default" onClick={() => void ask()}>
          {t('widgets.ask')}
        </Button>
        <Button variant="default" onClick={() => setAffected(12)}>
          {t('widgets.confirmFew')}
        </Button>
        <Button variant="default" onClick={() => setAffected(412)}>
          {t('widgets.confirmMany')}
        </Button>
      </Button.Group>
      {answer === undefined ? null : <p role="status">{t('widgets.askAnswer', { answer })}</p>}
      <ModalDialog
        opened={dialog.opened}
        title={t('widgets.askTitle')}
        onOk={() => dialog.answer(group)}
        onCancel={dialog.cancel}
        okDisabled={group === ''}
      >
        <TextBox label={t('common.name')} value={group} onChange={setGroup} data-autofocus />
      </ModalDialog>
      <ConfirmDialog
        opened={affected !== undefined}
        title={t('widgets.confirmTitle')}
        okLabel={t('widgets.withdraw')}
        danger
        affected={count}
        onOk={close}
        onCancel={close}
      >
        {t('widgets.confirmEffect', { count })}
      </ConfirmDialog>
    </SettingsCard>
  );
}
