import type { TenantSettings } from '../../../base/tenant-settings.ts';
import type { TextKey, Translate } from '../../../i18n/keys.ts';
import { languageName } from '../../../i18n/languages.ts';

/** What the page edits. */
export type Basics = Pick<TenantSettings, 'name' | 'country' | 'region' | 'locale' | 'timezone'>;

export const basicsOf = ({ name, country, region, locale, timezone }: Basics): Basics => ({
  name,
  country,
  region,
  locale,
  timezone,
});

/** The fields in which two differ. */
export const changesBetween = (before: Basics, after: Basics): (keyof Basics)[] =>
  (Object.keys(fieldNames) as (keyof Basics)[]).filter((field) => before[field] !== after[field]);

export const fieldNames: Record<keyof Basics, TextKey> = {
  name: 'tenant.name',
  country: 'tenant.country',
  region: 'tenant.region',
  locale: 'common.language',
  timezone: 'common.timezone',
};

/** A country by its name in a language. */
export function countryName(language: string, country: string): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country;
}

/** A value as a person reads it. */
export function valueWords(t: Translate, language: string, field: keyof Basics, value: string | null): string {
  if (value === null) return t('tenant.noCountry');
  if (field === 'country') return countryName(language, value);
  if (field === 'region') return t(`common.region.${value}` as TextKey);
  if (field === 'locale') return languageName(value);
  return value;
}
