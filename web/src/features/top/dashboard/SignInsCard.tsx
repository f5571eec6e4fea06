import IconLogin2 from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { LogChart } from '#contract/logs/logs.ts';
import { formatDate, formatDateTime } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { paths } from '../../../base/paths.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { TimeChart } from '../../../ui/text/TimeChart.tsx';
import { CardData } from '../CardData.tsx';
import { TopCard } from '../TopCard.tsx';
import classes from '../top.module.css';
import { signInsQuery } from './queries.ts';

const log = paths.tenant('login-log');

/** Sign-ins and refused tries by day; each figure and each day leads to its part of the log. */
export function SignInsCard({ tenantId }: { tenantId: string }) {
  const t = useT();
  const query = useQuery(signInsQuery(tenantId));
  return (
    <TopCard icon={IconLogin2} title={t('top.signIns.title')} link={<Link to={log}>{t('top.signIns.toLog')}</Link>}>
      <CardData query={query}>
        {(chart) => (
          <>
            <p className={classes.totals}>
              <Link to={log} search={{ period: 'days35', status: 'success' }}>
                {t('top.signIns.goodCount', { count: chart.rows - chart.errors })}
              </Link>
              <Link to={log} search={{ period: 'days35', status: 'error' }}>
                {t('top.signIns.refusedCount', { count: chart.errors })}
              </Link>
            </p>
            <Days chart={chart} />
          </>
        )}
      </CardData>
    </TopCard>
  );
}

function Days({ chart: { bars, countedFrom } }: { chart: LogChart }) {
  const t = useT();
  const language = useLanguage();
  const timeZone = timeZoneOf(useMe());
  const navigate = useNavigate();
  const day = (from: string) => formatDate(new Date(from), language, timeZone);
  // Year first is how the period filter writes a moment.
  const written = (millis: number) => formatDateTime(new Date(millis), 'ja', timeZone);
  const choose = (at: number) => {
    const next = bars[at + 1];
    const from = written(Date.parse(bars[at]?.from ?? ''));
    const to = written(next ? Date.parse(next.from) - 1000 : Date.now());
    void navigate({ to: log, search: { period: 'custom', from, to } });
  };
  return (
    <>
      {countedFrom ? <p className={classes.note}>{t('top.signIns.since', { day: day(countedFrom) })}</p> : null}
      <TimeChart
        title={t('top.signIns.caption')}
        titleShown={false}
        timeHeader={t('top.signIns.day')}
        series={[
          { name: t('top.signIns.good'), tone: 'accent', values: bars.map(({ rows, errors }) => rows - errors) },
          { name: t('top.signIns.refused'), tone: 'danger', values: bars.map(({ errors }) => errors) },
        ]}
        labels={bars.map(({ from }) => day(from))}
        choose={{ label: (name) => t('top.signIns.showDay', { day: name }), onChoose: choose }}
      />
    </>
  );
}
