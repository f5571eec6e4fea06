import { useMemo } from 'react';
import { formatDateTime } from '#contract/display.ts';
import { timezones } from '#contract/timezones.ts';
import { languageChoices, languageName } from '../../../i18n/languages.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import type { CardProps } from './draft.ts';

/** Stands for "as the tenant": a choice must have a value of its own. */
const TENANT = 'tenant';

/** Language and time zone; both may follow the tenant. */
export function LanguageCard({ me, draft, change }: Omit<CardProps, 'mistakes'>) {
  const t = useT();
  const language = useLanguage();
  const asTenant = t('account.basic.asTenant', { value: languageName(me.tenantLocale) });
  const zoneAsTenant = t('account.basic.asTenant', { value: me.tenantTimezone });
  const zones = useMemo(() => [...timezones()].map((value) => ({ value, label: value.replaceAll('_', ' ') })), []);
  const zone = draft.timezone || me.tenantTimezone;
  const set = (field: 'locale' | 'timezone') => (value: string) =>
    change({ type: 'set', field, value: value === TENANT ? '' : value });
  return (
    <SettingsCard title={t('account.basic.language')} why={t('account.basic.languageWhy')}>
      <Dropdown
        label={t('common.language')}
        help={t('account.basic.languageHelp')}
        value={draft.locale || TENANT}
        onChange={set('locale')}
        choices={[{ value: TENANT, label: asTenant }, ...languageChoices(draft.locale)]}
      />
      <Dropdown
        label={t('common.timezone')}
        help={t('account.basic.timezoneNow', { now: formatDateTime(new Date(), language, zone) })}
        value={draft.timezone || TENANT}
        onChange={set('timezone')}
        choices={[{ value: TENANT, label: zoneAsTenant }, ...zones]}
      />
    </SettingsCard>
  );
}
