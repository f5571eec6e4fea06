import { formatDate } from '#contract/display.ts';
import type { LicenseCheck, LicenseReasons } from '#contract/service-management/reasons.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { roleNames } from '../role-names.ts';
import { timeZoneOf, useMe } from '../session-queries.ts';
import type { Holder } from './query.ts';

/** What each check of a licence found, in words. */
export function useReasonWords(type: Holder['type'], license: LicenseReasons): (check: LicenseCheck) => string {
  const t = useT();
  const language = useLanguage();
  const timeZone = timeZoneOf(useMe());
  const date = (moment: string) => formatDate(new Date(moment), language, timeZone);
  const { checks, status, startsAt, expiresAt, availableRoles, availableDeviceTypes, ground, seatsLeft } = license;
  const passed = new Set(checks.filter((one) => one.passed).map(({ check }) => check));
  const words: Record<LicenseCheck, () => string> = {
    service: () => t(passed.has('service') ? 'reasons.check_service' : 'reasons.check_serviceOff'),
    status: () =>
      status === 'activated' && expiresAt
        ? t('reasons.check_activatedUntil', { date: date(expiresAt) })
        : t(`reasons.check_${status}`),
    begun: () => t(passed.has('begun') ? 'reasons.check_begun' : 'reasons.check_notBegun', { date: date(startsAt) }),
    userStatus: () => t(passed.has('userStatus') ? 'reasons.check_userActive' : 'reasons.check_userNotActive'),
    role: () =>
      availableRoles
        ? t('reasons.check_roles', { roles: roleNames(t, language, availableRoles) })
        : t('reasons.check_everyRole'),
    deviceType: () =>
      availableDeviceTypes
        ? t('reasons.check_types', {
            types: new Intl.ListFormat(language, { style: 'short' }).format(availableDeviceTypes),
          })
        : t('reasons.check_everyType'),
    permission: () =>
      t(`reasons.ground_${type}_${ground}`, { count: seatsLeft, seats: seatsLeft.toLocaleString(language) }),
  };
  return (check) => words[check]();
}
