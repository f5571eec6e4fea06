import { useQuery } from '@tanstack/react-query';
import { isUnlimitedVolume } from '#contract/display.ts';
import type { Role } from '#contract/roles.ts';
import type { License } from '#contract/licences/fields.ts';
import { useMe } from '../../../base/session-queries.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { CheckboxSet } from '../../../ui/form/CheckboxSet.tsx';
import classes from '../onboarding.module.css';
import { userLicensesQuery } from '../queries.ts';
import { useLicenseNames } from './use-license-names.ts';

type Props = { role: Role; chosen: readonly string[]; onChange: (licenseIds: string[]) => void };

/** The licences that whoever registers is permitted; nothing where the tenant has none for the role. */
export function LicenseChoice({ role, chosen, onChange }: Props) {
  const t = useT();
  const language = useLanguage();
  const { tenantId, permissions } = useMe();
  const { data } = useQuery({ ...userLicensesQuery(tenantId), enabled: permissions.includes('licenses:write') });
  const licenses = (data?.results ?? []).filter(({ availableRoles }) => availableRoles?.includes(role) ?? true);
  if (licenses.length === 0) return null;
  return (
    <CheckboxSet
      label={t('onboarding.urls.licenses')}
      help={t('onboarding.urls.licensesHelp')}
      choices={licenses.map((license) => ({
        value: license.licenseId,
        label: license.serviceName,
        note: seatsOf(t, language, license),
      }))}
      value={chosen}
      onChange={onChange}
    />
  );
}

/** The licences of a URL that is there already: they stay what they are. */
export function SettledLicenses({ licenseIds }: { licenseIds: readonly string[] }) {
  const t = useT();
  const licenses = useLicenseNames()(licenseIds);
  return (
    <p className={classes.note}>
      {licenses ? t('onboarding.urls.licensesSettled', { licenses }) : t('onboarding.urls.licensesNone')}
    </p>
  );
}

function seatsOf(t: Translate, language: string, { licenseId, volume, usedVolume }: License): string {
  const count = Math.max(0, volume - usedVolume);
  if (isUnlimitedVolume(volume)) return t('onboarding.urls.licenseUnlimited', { licenseId });
  return t('onboarding.urls.licenseSeats', { licenseId, count, free: count.toLocaleString(language) });
}
