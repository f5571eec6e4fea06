import type { UseQueryResult } from '@tanstack/react-query';
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

/** How many rows there were over time, above the list. */
export function ChartCard<Kind extends LogKind>({ view, chart, timeZone, onChoose }: Props<Kind>) {
  const t = useT();
  const language = useLanguage();
  const { data, isError, error, refetch } = chart;
  if (isError) {
    return (
      <section className={classes.chart}>
        <ErrorState title={t('logs.chartFailed')} requestId={requestIdOf(error)} onRetry={() => void refetch()}>
          {failureText(t, error)}
        </ErrorState>
      </section>
    );
  }
  if (!data) return <section className={classes.chart} aria-busy="true" />;
  const number = new Intl.NumberFormat(language);
  const date = (at: string) => new Date(at);
  const label = (at: string) =>
    data.unit === 'day'
      ? formatDate(date(at), language, timeZone)
      : formatDateTime(date(at), language, timeZone).slice(0, -3);
  const choose = (at: number) => {
    const next = data.bars[at + 1];
    const end = next ? Date.parse(next.from) - 1000 : Date.now();
    onChoose(written(Date.parse(data.bars[at]?.from ?? ''), timeZone), written(end, timeZone));
  };
  return (
    <section className={classes.chart} aria-label={t('logs.overTime')}>
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
    </section>
  );
}
