import IconLogin2 from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDate } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../../app/session-queries.ts';
import { tenantPage } from '../../../app/tenant-sections.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { BarChart } from '../../../ui/BarChart.tsx';
import { CardData } from '../CardData.tsx';
import { TopCard } from '../TopCard.tsx';
import classes from '../top.module.css';
import { signInsQuery } from './queries.ts';

/** Sign-ins and refused tries by day. */
export function SignInsCard({ tenantId }: { tenantId: string }) {
  const t = useT();
  const language = useLanguage();
  const timeZone = timeZoneOf(useMe());
  const query = useQuery(signInsQuery(tenantId));
  const log = tenantPage('login-log');
  const day = (from: string) => formatDate(new Date(from), language, timeZone);
  return (
    <TopCard
      wide
      icon={IconLogin2}
      title={t('top.signIns.title')}
      link={log ? <Link to={log}>{t('top.signIns.toLog')}</Link> : null}
    >
      <CardData query={query}>
        {({ bars, rows, errors, countedFrom }) => (
          <>
            <p className={classes.total}>
              {t('top.signIns.total', {
                good: (rows - errors).toLocaleString(language),
                refused: errors.toLocaleString(language),
              })}
            </p>
            {countedFrom ? <p className={classes.note}>{t('top.signIns.since', { day: day(countedFrom) })}</p> : null}
            <BarChart
              caption={t('top.signIns.caption')}
              of={t('top.signIns.day')}
              parts={[
                { name: t('top.signIns.good'), tone: 'accent' },
                { name: t('top.signIns.refused'), tone: 'danger' },
              ]}
              bars={bars.map((bar) => ({ label: day(bar.from), values: [bar.rows - bar.errors, bar.errors] }))}
            />
          </>
        )}
      </CardData>
    </TopCard>
  );
}
