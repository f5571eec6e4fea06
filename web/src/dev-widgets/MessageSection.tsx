import { Button } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../i18n/use-t.tsx';
import { AlertArea, AlertMessage, type AlertContent } from '../ui/page/AlertArea.tsx';
import { SettingsCard } from '../ui/form/SettingsCard.tsx';

const kinds = ['success', 'failure', 'info', 'warning'] as const;

export function MessageSection() {
  const t = useT();
  const [alert, setAlert] = useState<AlertContent>();
  const requestId = '0193f7c2-5d1e-7a44-9c1b-2f6f2b7f1a90';
  const show = (kind: AlertContent['kind']) => {
    const undo = kind === 'success' ? { action: { label: t('common.undo'), onClick: () => setAlert(undefined) } } : {};
    setAlert({ kind, text: t(`widgets.said_${kind}`), requestId: kind === 'failure' ? requestId : undefined, ...undo });
  };
  return (
    <SettingsCard title={t('widgets.messages')} why={t('widgets.messagesWhy')}>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Button.Group orientation="vertical">
        {kinds.map((kind) => (
          <Button key={kind} variant="default" onClick={() => show(kind)}>
            {t(`widgets.show_${kind}`)}
          </Button>
        ))}
      </Button.Group>
      {kinds.map((kind) => (
        <AlertMessage
          key={kind}
          alert={{ kind, text: t(`widgets.said_${kind}`), requestId: kind === 'failure' ? requestId : undefined }}
        />
      ))}
    </SettingsCard>
  );
}
