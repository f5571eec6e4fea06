import { formatDateTime } from '#contract/display.ts';
import type { LicenseCheck, LicenseReasons } from '#contract/licences/reasons.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { roleNames } from '../role-names.ts';
import { timeZoneOf, useMe } from '../session-queries.ts';
import type { Holder } from './query.ts';

/** What each check of a licence found, in words. */
export function useReasonWords(type: Holder['type'], license: LicenseReasons): (check: LicenseCheck) => string {
  const t = useT();
  const language = useLanguage();
  const timeZone = timeZoneOf(useMe());
  // With the time: what ends as a day begins does not hold on that day any more.
  const date = (moment: string) => formatDateTime(new Date(moment), language, timeZone);
  const { checks, startsAt, expiresAt, lockedUntil, availableRoles, availableDeviceTypes, ground, seatsLeft } = license;
  const passed = new Set(checks.filter((one) => one.passed).map(({ check }) => check));
  const words: Record<LicenseCheck, () => string> = {
    service: () => t(passed.has('service') ? 'reasons.check_service' : 'reasons.check_serviceOff'),
    expiry: () => {
      if (!passed.has('expiry')) return t('reasons.check_expired');
      return expiresAt ? t('reasons.check_runsUntil', { date: date(expiresAt) }) : t('reasons.check_noEnd');
    },
    suspension: () => t(passed.has('suspension') ? 'reasons.check_notSuspended' : 'reasons.check_suspended'),
    begun: () => t(passed.has('begun') ? 'reasons.check_begun' : 'reasons.check_notBegun', { date: date(startsAt) }),
    registration: () => t(passed.has('registration') ? 'reasons.check_registered' : 'reasons.check_notRegistered'),
    userStatus: () => t(passed.has('userStatus') ? 'reasons.check_userActive' : 'reasons.check_userNotActive'),
    lock: () => {
      if (passed.has('lock')) return t('reasons.check_notLocked');
      return lockedUntil ? t('reasons.check_lockedUntil', { date: date(lockedUntil) }) : t('reasons.check_locked');
    },
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
      ground === 'none' && seatsLeft === null
        ? t(`reasons.ground_${type}_noneUnlimited`)
        : t(`reasons.ground_${type}_${ground}`, {
            count: seatsLeft ?? 0,
            seats: (seatsLeft ?? 0).toLocaleString(language),
          }),
  };
  return (check) => words[check]();
}
