import { useId } from 'react';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import classes from './TimeChart.module.css';

export type TimeSeries = { name: string; tone: 'accent' | 'danger' | 'quiet' | 'warning'; values: readonly number[] };

export type TimeChartProps = {
  title: string;
  /** False where what is around the chart says it already. */
  titleShown?: boolean;
  /** The heading of the table's first column. */
  timeHeader: string;
  /** Stacked, the first at the bottom; each has a value for every label. */
  series: readonly TimeSeries[];
  /** When each bar begins. */
  labels: readonly string[];
  /** A way to what is behind a bar. */
  choose?: { label: (bar: string) => string; onChoose: (at: number) => void };
};

/** Room above for the largest number. */
const TOP = 16;
const HEIGHT = 136;
const STEP = 10;
const GAP = 2;

/** Numbers over time as bars; whoever does not see them opens the table behind, which says the same. */
export function TimeChart({ title, titleShown = true, timeHeader, series, labels, choose }: TimeChartProps) {
  const t = useT();
  const id = useId();
  const number = new Intl.NumberFormat(useLanguage());
  const most = Math.max(1, ...labels.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)));
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const sums = series.map(({ name, values }) => t('ui.chart.sum', { name, number: number.format(total(values)) }));
  const middle = labels[Math.floor(labels.length / 2)];
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption className={classes.caption}>
        <span id={id} className={titleShown ? classes.title : 'visually-hidden'}>
          {title}
        </span>
        <ul className={classes.legend}>
          {series.map(({ name, tone }, at) => (
            <li key={name} data-tone={tone}>
              {sums[at]}
            </li>
          ))}
        </ul>
      </figcaption>
      <div className={classes.plot}>
        {series.some(({ values }) => total(values) > 0) ? (
          <span className={classes.most}>{number.format(most)}</span>
        ) : null}
        <Bars series={series} labels={labels} most={most} label={`${title}. ${sums.join(' ')}`} />
      </div>
      <div className={classes.axis} aria-hidden="true">
        <span>{labels[0]}</span>
        {labels.length > 4 ? <span>{middle}</span> : null}
        {labels.length > 1 ? <span>{labels.at(-1)}</span> : null}
      </div>
      <details className={classes.behind}>
        <summary>{t('ui.chart.asTable')}</summary>
        <section
          className={classes.scroller}
          aria-label={title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
          tabIndex={0}
        >
          <table className={classes.table}>
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{timeHeader}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label, at) => (
                <tr key={label}>
                  <th scope="row">
                    {choose ? (
                      <button type="button" title={choose.label(label)} onClick={() => choose.onChoose(at)}>
                        {label}
                      </button>
                    ) : (
                      label
                    )}
                  </th>
                  {series.map(({ name, values }) => (
                    <td key={name}>{number.format(values[at] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}

type BarsProps = Pick<TimeChartProps, 'series' | 'labels'> & { most: number; label: string };

function Bars({ series, labels, most, label }: BarsProps) {
  const number = new Intl.NumberFormat(useLanguage());
  const width = Math.max(1, labels.length) * STEP;
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <line className={classes.ground} x1={0} y1={HEIGHT} x2={width} y2={HEIGHT} />
      {labels.map((name, at) => {
        let top = HEIGHT;
        const words = series.map((one) => `${one.name}: ${number.format(one.values[at] ?? 0)}`);
        return (
          <g key={name}>
            <title>{[name, ...words].join('\n')}</title>
            <rect className={classes.hover} x={at * STEP} y={0} width={STEP} height={HEIGHT} />
            {series.map(({ name: of, tone, values }) => {
              const value = values[at] ?? 0;
              // What is there at all is seen.
              const height = value === 0 ? 0 : Math.max(1.5, (value / most) * (HEIGHT - TOP));
              top -= height;
              const y = Math.max(0, top);
              return (
                <rect key={of} data-tone={tone} x={at * STEP + GAP / 2} y={y} width={STEP - GAP} height={height} />
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}
