import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs';
import { useState } from 'react';
import { useT } from '../i18n/use-t.tsx';
import { PeriodFilter } from '../ui/list/PeriodFilter.tsx';
import type { Period } from '../ui/list/period.ts';
import { SaveBar } from '../ui/form/SaveBar.tsx';
import { SettingRow } from '../ui/form/SettingRow.tsx';
import { SettingsCard } from '../ui/form/SettingsCard.tsx';

const saved = { mfa: true, skip: false, notify: false };

export function SettingsSection() {
  const t = useT();
  const [now, setNow] = useState(saved);
  const [period, setPeriod] = useState<Period>({
    periodType: 'custom',
    fromDatetime: '2025/01/31 09:00:00',
    toDatetime: '2025/02/30 09:00:00',
  });
  const set = (name: keyof typeof saved) => (checked: boolean) => setNow((before) => ({ ...before, [name]: checked }));
  const changed = JSON.stringify(now) !== JSON.stringify(saved);
  return (
    <>
      <SettingsCard title={t('widgets.settings')} why={t('widgets.settingsWhy')}>
        <SettingRow
          icon={IconShieldLock}
          name={t('widgets.mfa')}
          consequence={t('widgets.mfaConsequence')}
          checked={now.mfa}
          onChange={set('mfa')}
        >
          <SettingRow
            name={t('widgets.skipMfa')}
            consequence={t('widgets.skipMfaConsequence')}
            checked={now.skip}
            onChange={set('skip')}
          />
        </SettingRow>
        <SettingRow
          icon={IconMail}
          name={t('widgets.notify')}
          consequence={t('widgets.notifyConsequence')}
          checked={now.notify}
          onChange={set('notify')}
        />
        <SaveBar changed={changed} onSave={() => setNow(saved)} onDiscard={() => setNow(saved)} />
      </SettingsCard>
      <SettingsCard title={t('widgets.period')} why="">
        <PeriodFilter label={t('widgets.period')} value={period} onChange={setPeriod} timeZone="Asia/Tokyo" />
      </SettingsCard>
    </>
  );
}
