import { useQuery } from '@tanstack/react-query';
import type { Language } from '#contract/languages.ts';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { User } from '#contract/authentication/users-fields.ts';
import { formatDate } from '#contract/display.ts';
import type { LicenseReasons } from '#contract/service-management/reasons.ts';
import { Loaded } from '../../../app/Loaded.tsx';
import { timeZoneOf, useMe } from '../../../app/session-queries.ts';
import { pageLanguage } from '../../../i18n/language.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../ui/SettingsCard.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { userLicensesQuery } from '../queries.ts';
import classes from '../users.module.css';
import { roleNames } from '../../../app/role-names.ts';

/** The licences a user can use, and why: read-only, they are given on the permission screens. */
export function LicensesTab({ user }: { user: User }) {
  const t = useT();
  const query = useQuery(userLicensesQuery(user.tenantId, user.userId, pageLanguage() as Language));
  return (
    <SettingsCard title={t('users.tab_licenses')} why={t('users.licensesWhy')}>
      <Loaded query={query} height={240} failedTitle={t('users.licensesFailed')}>
        {({ results }) =>
          results.length === 0 ? (
            <p className={classes.note}>{t('users.noLicenses')}</p>
          ) : (
            <ul className={classes.licenses}>
              {results.map((one) => (
                <LicenseLine key={one.licenseId} license={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </SettingsCard>
  );
}

function LicenseLine({ license }: { license: LicenseReasons }) {
  const t = useT();
  const { serviceName, licenseId, usable, checks, remedy } = license;
  const say = useReasonWords(license);
  const failed = checks.find(({ passed }) => !passed)?.check;
  return (
    <li>
      <div className={classes.license}>
        <div>
          <strong>{serviceName}</strong> <span className={classes.note}>{licenseId}</span>
          <p className={classes.note}>{say(failed ?? 'permission')}</p>
        </div>
        <StatusBadge tone={usable ? 'good' : 'neutral'}>{t(usable ? 'users.canUse' : 'users.cannotUse')}</StatusBadge>
      </div>
      <details>
        <summary>{t('users.whyLicense')}</summary>
        <ol className={classes.checks}>
          {checks.map(({ check, passed }) => (
            <li key={check} data-passed={passed}>
              {passed ? <IconCheck size={16} aria-hidden="true" /> : <IconX size={16} aria-hidden="true" />}
              <span>
                <span className="visually-hidden">{t(passed ? 'users.checkPassed' : 'users.checkFailed')}</span>{' '}
                {say(check)}
              </span>
            </li>
          ))}
        </ol>
        <p className={classes.note}>{t(remedy ? `users.remedy_${remedy}` : 'users.remedySeveral')}</p>
      </details>
    </li>
  );
}

/** What each check found, in words. */
function useReasonWords(license: LicenseReasons) {
  const t = useT();
  const language = useLanguage();
  const timeZone = timeZoneOf(useMe());
  const date = (moment: string) => formatDate(new Date(moment), language, timeZone);
  const { checks, status, startsAt, expiresAt, availableRoles, ground, seatsLeft } = license;
  const passed = new Set(checks.filter((one) => one.passed).map(({ check }) => check));
  const words: Record<LicenseReasons['checks'][number]['check'], () => string> = {
    service: () => t(passed.has('service') ? 'users.check_service' : 'users.check_serviceOff'),
    status: () =>
      status === 'activated' && expiresAt
        ? t('users.check_activatedUntil', { date: date(expiresAt) })
        : t(`users.check_${status}`),
    begun: () => t(passed.has('begun') ? 'users.check_begun' : 'users.check_notBegun', { date: date(startsAt) }),
    userStatus: () => t(passed.has('userStatus') ? 'users.check_userActive' : 'users.check_userNotActive'),
    role: () =>
      availableRoles
        ? t('users.check_roles', { roles: roleNames(t, language, availableRoles) })
        : t('users.check_everyRole'),
    permission: () => t(`users.ground_${ground}`, { count: seatsLeft, seats: seatsLeft.toLocaleString(language) }),
  };
  return (check: keyof typeof words) => words[check]();
}
