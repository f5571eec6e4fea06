import { useMemo } from 'react';
import { countries } from '#contract/countries.ts';
import { formatDateTime } from '#contract/display.ts';
import { regions } from '#contract/region.ts';
import { canonicalTimezone, timezones } from '#contract/timezones.ts';
import { languageChoices } from '../../../i18n/languages.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { countryName } from './basics.ts';
import type { CardProps } from './NameCard.tsx';

/** Stands for "none": a choice must have a value of its own. */
const NONE = 'none';

/** Where the tenant is, and what language and time its people have who chose none of their own. */
export function PlaceCard({ draft, change, disabled }: CardProps) {
  const t = useT();
  const language = useLanguage();
  const countryChoices = useMemo(() => {
    const named = countries.map((value) => ({ value, label: countryName(language, value) }));
    return named.sort((one, other) => one.label.localeCompare(other.label, language));
  }, [language]);
  const zones = useMemo(() => [...timezones()].map((value) => ({ value, label: value.replaceAll('_', ' ') })), []);
  const zone = canonicalTimezone(draft.timezone);
  return (
    <>
      <SettingsCard title={t('tenant.placeTitle')} why={t('tenant.placeWhy')}>
        <Dropdown
          label={t('tenant.country')}
          help={t('tenant.countryHelp')}
          value={draft.country ?? NONE}
          onChange={(country) => change({ country: country === NONE ? null : country })}
          choices={[{ value: NONE, label: t('tenant.noCountry') }, ...countryChoices]}
          disabled={disabled}
        />
        <Dropdown
          label={t('tenant.region')}
          help={t('tenant.regionHelp')}
          value={draft.region}
          onChange={(region) => change({ region })}
          choices={regions.map((value) => ({ value, label: t(`common.region.${value}`) }))}
          disabled={disabled}
        />
      </SettingsCard>
      <SettingsCard title={t('tenant.localeTitle')} why={t('tenant.localeWhy')}>
        <Dropdown
          label={t('common.language')}
          value={draft.locale}
          onChange={(locale) => change({ locale })}
          choices={languageChoices(draft.locale)}
          disabled={disabled}
        />
        <Dropdown
          label={t('common.timezone')}
          help={t('tenant.timezoneNow', { now: formatDateTime(new Date(), language, zone) })}
          value={zone}
          onChange={(timezone) => change({ timezone })}
          choices={zones}
          disabled={disabled}
        />
      </SettingsCard>
    </>
  );
}
