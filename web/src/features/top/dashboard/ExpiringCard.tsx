import IconCalendarDue from '@tabler/icons-react/dist/esm/icons/IconCalendarDue.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../base/paths.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { CardData } from '../CardData.tsx';
import { oldPasswordsQuery } from '../people-figures.ts';
import { TopCard } from '../TopCard.tsx';
import classes from '../top.module.css';
import { ageToWarnOf, WARNED_DAYS } from './figures.ts';
import { passwordLifeQuery } from './queries.ts';

/** Passwords that expire soon or have expired. Not there where they never do. */
export function ExpiringCard({ tenantId }: { tenantId: string }) {
  const { data: life } = useQuery(passwordLifeQuery);
  return life ? <Expiring tenantId={tenantId} age={ageToWarnOf(life)} /> : null;
}

function Expiring({ tenantId, age }: { tenantId: string; age: number }) {
  const t = useT();
  const query = useQuery(oldPasswordsQuery(tenantId, age));
  return (
    <TopCard
      icon={IconCalendarDue}
      title={t('top.expiring.title')}
      link={
        <>
          <Link to={paths.users} search={{ status: 'active', passwordAge: age }}>
            {t('top.expiring.toUsers')}
          </Link>
          <Link to={paths.tenant('password-expiration-policy')}>{t('top.expiring.toSettings')}</Link>
        </>
      }
    >
      <CardData query={query}>
        {({ total }) => (
          <p className={classes.total}>
            {total === 0
              ? t('top.expiring.none', { days: WARNED_DAYS })
              : t('top.expiring.count', { count: total, days: WARNED_DAYS })}
          </p>
        )}
      </CardData>
    </TopCard>
  );
}
