import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LoginLogEntry } from '#contract/logs/logs-fields.ts';
import type { User } from '#contract/people/users-fields.ts';
import { Loaded } from '../../../../base/Loaded.tsx';
import { paths } from '../../../../base/paths.ts';
import { timeZoneOf, useMe } from '../../../../base/session-queries.ts';
import { deviceName, loginTypeName } from '../../../../base/sign-ins/device-name.ts';
import { reasonText } from '../../../../base/sign-ins/reason.ts';
import { useT } from '../../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../../ui/form/SettingsCard.tsx';
import { DateTimeText } from '../../../../ui/text/DateTimeText.tsx';
import parts from '../../../../ui/form/parts.module.css';
import { recentSignInsQuery } from './queries.ts';
import classes from './sign-in.module.css';

/** The latest sign-ins and failures of a user, with the way to all of them. */
export function RecentSignIns({ user: { tenantId, userId } }: { user: User }) {
  const t = useT();
  const query = useQuery(recentSignInsQuery(tenantId, userId));
  return (
    <SettingsCard
      title={t('users.recent.title')}
      why={
        <Link to={paths.tenant('login-log')} search={{ user: userId, period: 'days35' }}>
          {t('users.recent.all')}
        </Link>
      }
    >
      <Loaded query={query} height={120} failedTitle={t('users.recent.failedTitle')}>
        {(entries) =>
          entries.length === 0 ? (
            <p className={parts.note}>{t('users.recent.none')}</p>
          ) : (
            <ul className={classes.recent}>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </SettingsCard>
  );
}

function Entry({ entry }: { entry: LoginLogEntry }) {
  const t = useT();
  const { status, reason, loginType, at } = entry;
  const failed = status === 'error';
  const why = reason && (reasonText(t, reason) ?? reason);
  return (
    <li>
      <span>
        <span data-failed={failed}>
          {failed && why ? t('users.recent.failed', { reason: why }) : t(`users.recent.${status}`)}
        </span>
        <small>{t('users.recent.how', { way: loginTypeName(t, loginType), device: deviceName(t, entry) })}</small>
      </span>
      <DateTimeText value={at} timeZone={timeZoneOf(useMe())} />
    </li>
  );
}
