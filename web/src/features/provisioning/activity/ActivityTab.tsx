import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { formatDate, formatDateTime } from '#contract/display.ts';
import type { SourceRun } from '#contract/provisioning/runs.ts';
import { Loaded } from '../../../base/Loaded.tsx';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { PageLead } from '../../../ui/page/PageTitle.tsx';
import { TimeChart } from '../../../ui/text/TimeChart.tsx';
import { readSourcePageSearch } from '../detail/page-search.ts';
import classes from '../provisioning.module.css';
import type { Source } from '../queries.ts';
import { type Bar, barsOf, hoursOf, type Period, periods, totalOf } from './bars.ts';
import { runsQuery } from './query.ts';

const route = getRouteApi('/frame/portal/provisioning/$uuid');
const offered = Object.keys(periods) as Period[];

/** What a source did over time: a bar for each hour or day, and what it is made of. */
export default function ActivityTab({ source }: { source: Source }) {
  const t = useT();
  const me = useMe();
  const { period = 'days7' } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(runsQuery(me.tenantId, source.uuid, hoursOf(period)));
  const choose = (value: string) =>
    void navigate({
      search: (before) => readSourcePageSearch({ ...before, period: value, tab: 'activity' }),
      replace: true,
    });
  return (
    <>
      <PageLead
        actions={
          <SegmentedControl
            aria-label={t('provisioning.period')}
            value={period}
            data={offered.map((value) => ({ value, label: t(`provisioning.period_${value}`) }))}
            onChange={choose}
          />
        }
      >
        {t('provisioning.activityLead')}
      </PageLead>
      <Loaded query={query} height={280} failedTitle={t('provisioning.activityFailed')}>
        {(runs) => <Activity runs={runs} period={period} timeZone={timeZoneOf(me)} />}
      </Loaded>
    </>
  );
}

type ActivityProps = { runs: readonly SourceRun[]; period: Period; timeZone: string };

function Activity({ runs, period, timeZone }: ActivityProps) {
  const t = useT();
  const language = useLanguage();
  const bars = barsOf(runs, period, timeZone, new Date());
  const { adopted, held, spared, groups, unchanged } = totalOf(bars);
  const byHour = periods[period].unit === 'hour';
  const label = ({ from }: Bar) =>
    byHour ? formatDateTime(from, language, timeZone) : formatDate(from, language, timeZone);
  const series = (of: (bar: Bar['counts']) => number) => bars.map(({ counts }) => of(counts));
  return (
    <section className={classes.activity}>
      <TimeChart
        title={t(byHour ? 'provisioning.usersByHour' : 'provisioning.usersByDay')}
        timeHeader={t(byHour ? 'provisioning.hour' : 'provisioning.day')}
        series={[
          { name: t('provisioning.run_created'), tone: 'accent', values: series((bar) => bar.created) },
          { name: t('provisioning.run_updated'), tone: 'quiet', values: series((bar) => bar.updated) },
          {
            ...{ name: t('provisioning.run_left'), tone: 'warning' },
            values: series((bar) => bar.deactivated + bar.deleted),
          },
          { name: t('provisioning.run_failed'), tone: 'danger', values: series((bar) => bar.failed) },
        ]}
        labels={bars.map(label)}
      />
      <ul className={classes.besides}>
        <li>{t('provisioning.run_adopted', { count: adopted })}</li>
        <li>{t('provisioning.run_held', { count: held })}</li>
        <li>{t('provisioning.run_spared', { count: spared })}</li>
        <li>{t('provisioning.run_groups', { count: groups })}</li>
        <li>{t('provisioning.run_unchanged', { count: unchanged })}</li>
      </ul>
    </section>
  );
}
