import { useState } from 'react';
import type { addCard } from '#contract/credentials/me-cards.ts';
import { call } from '../../../api/call.ts';
import { isCardNumber, NumberDialog } from '../../../base/device-login/NumberDialog.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';

type Props = { deviceTypes: readonly string[]; onAdded: () => void; onCancel: () => void };

export function AddCardDialog({ deviceTypes, onAdded, onCancel }: Props) {
  const t = useT();
  const [deviceType, setDeviceType] = useState(deviceTypes[0] ?? '');
  return (
    <NumberDialog
      title={t('account.cards.add')}
      okLabel={t('common.add')}
      words={{
        number: t('account.cards.number'),
        help: t('account.cards.numberHelp'),
        wrong: t('account.cards.numberWrong'),
      }}
      isNumber={isCardNumber}
      send={(number) =>
        call<typeof addCard>({ method: 'POST', path: '/api/auth/me/cards', body: { deviceType, number } })
      }
      onDone={onAdded}
      onCancel={onCancel}
    >
      <Dropdown
        label={t('account.cards.deviceType')}
        value={deviceType}
        onChange={setDeviceType}
        choices={deviceTypes.map((value) => ({ value, label: value }))}
      />
    </NumberDialog>
  );
}
