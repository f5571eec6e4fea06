import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { LogKind } from '#contract/logs/logs-fields.ts';
import type { LogChart } from '#contract/logs/logs.ts';
import { formatDate, formatDateTime } from '#contract/display.ts';
import { wallClock } from '#contract/timezones.ts';
import { failureText, requestIdOf } from '../../base/failure.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { TimeChart } from '../../ui/text/TimeChart.tsx';
import type { LogView } from './log-view.ts';
import classes from './logs.module.css';

type Props<Kind extends LogKind> = {
  view: LogView<Kind>;
  chart: UseQueryResult<LogChart>;
  timeZone: string;
  /** Cuts the list down to a bar; both as the period filter writes them. */
  onChoose: (from: string, to: string) => void;
};

const two = (value: number) => String(value).padStart(2, '0');

/** As the period filter writes a moment. */
function written(millis: number, timeZone: string): string {
  const { year, month, day, hour, minute, second } = wallClock(new Date(millis), timeZone);
  return `${year}/${two(month)}/${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
}

const REMEMBERED = 'portico.log-chart';

function wasOpen(): boolean {
  try {
    return localStorage.getItem(REMEMBERED) === 'open';
  } catch {
    return false;
  }
}

/** How many rows there were over time: a strip with the numbers, which opens to a chart. */
export function ChartCard<Kind extends LogKind>(props: Props<Kind>) {
  const t = useT();
  const language = useLanguage();
  const [open, setOpen] = useState(wasOpen);
  const id = useId();
  const { view, chart } = props;
  const number = new Intl.NumberFormat(language);
  const toggle = () => {
    try {
      localStorage.setItem(REMEMBERED, open ? 'closed' : 'open');
    } catch {
      // Not remembered then.
    }
    setOpen(!open);
  };
  return (
    <section className={classes.chartCard} aria-label={t('logs.overTime')}>
      <button type="button" className={classes.strip} aria-expanded={open} aria-controls={id} onClick={toggle}>
        <IconChartBar size={18} aria-hidden="true" />
        <span className={classes.stripTitle}>{t(open ? 'logs.hideChart' : 'logs.showChart')}</span>
        {chart.data
          ? view.series.map(({ name, of }) => (
              <span key={name} className={classes.figure}>
                {t('logs.figure', { name: t(name), number: number.format(of(chart.data)) })}
              </span>
            ))
          : null}
      </button>
      <div id={id} hidden={!open}>
        {open ? <Chart {...props} /> : null}
      </div>
    </section>
  );
}

function Chart<Kind extends LogKind>({ view, chart, timeZone, onChoose }: Props<Kind>) {
  const t = useT();
  const language = useLanguage();
  const { data, isError, error, refetch } = chart;
  if (isError) {
    return (
      <div className={classes.chart}>
        <ErrorState title={t('logs.chartFailed')} requestId={requestIdOf(error)} onRetry={() => void refetch()}>
          {failureText(t, error)}
        </ErrorState>
      </div>
    );
  }
  if (!data) return <div className={classes.chart} aria-busy="true" />;
  const number = new Intl.NumberFormat(language);
  const date = (at: string) => new Date(at);
  const label = (at: string) =>
    data.unit === 'day' ? formatDate(date(at), language, timeZone) : formatDateTime(date(at), language, timeZone);
  const choose = (at: number) => {
    const next = data.bars[at + 1];
    const end = next ? Date.parse(next.from) - 1000 : Date.now();
    onChoose(written(Date.parse(data.bars[at]?.from ?? ''), timeZone), written(end, timeZone));
  };
  return (
    <div className={classes.chart}>
      <TimeChart
        title={t(data.unit === 'day' ? 'logs.byDay' : 'logs.byHour')}
        timeHeader={t('logs.time')}
        series={view.series.map(({ name, tone, of }) => ({ name: t(name), tone, values: data.bars.map(of) }))}
        labels={data.bars.map(({ from }) => label(from))}
        choose={{ label: (name) => t('logs.showOnly', { time: name }), onChoose: choose }}
      />
      {data.countedFrom ? (
        <p className={classes.note}>
          {t('logs.countedFrom', {
            time: formatDateTime(date(data.countedFrom), language, timeZone),
            number: number.format(data.rows),
          })}
        </p>
      ) : null}
    </div>
  );
}
