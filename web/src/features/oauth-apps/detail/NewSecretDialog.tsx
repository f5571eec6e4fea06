import { useState } from 'react';
import { useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import type { App } from '../queries.ts';

/** Hours for which the secret before may stay good. */
const overlaps = ['24', '1', '168', '720', '0'] as const;

type Props = { app: App; busy: boolean; onOk: (overlapHours: number) => void; onCancel: () => void };

/** Asks how long the current secret is to work beside the new one. */
export function NewSecretDialog({ app, busy, onOk, onCancel }: Props) {
  const t = useT();
  const [hours, setHours] = useState<(typeof overlaps)[number]>('24');
  return (
    <ModalDialog
      opened
      title={t('oauthApps.ask_secret', { name: app.name })}
      okLabel={t('oauthApps.act_secret')}
      danger={hours === '0'}
      busy={busy}
      onOk={() => onOk(Number(hours))}
      onCancel={onCancel}
    >
      <p>{t(hours === '0' ? 'oauthApps.effect_secretNow' : 'oauthApps.effect_secret')}</p>
      <Dropdown
        label={t('oauthApps.overlap')}
        value={hours}
        choices={overlaps.map((value) => ({ value, label: t(`oauthApps.overlap_${value}`) }))}
        onChange={setHours}
        data-autofocus
      />
    </ModalDialog>
  );
}
