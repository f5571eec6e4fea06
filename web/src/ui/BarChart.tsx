import { useId } from 'react';
import { useLanguage } from '../i18n/use-t.tsx';
import classes from './BarChart.module.css';

export type Bar = {
  /** What the bar is of: a day, an hour. */
  label: string;
  /** As many as there are `parts`. */
  values: readonly number[];
};

export type BarChartProps = {
  /** What is counted over what: the name of the drawing and of the table behind it. */
  caption: string;
  /** The head of the table's first column. */
  of: string;
  parts: readonly { name: string; tone: 'accent' | 'danger' }[];
  bars: readonly Bar[];
};

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const steps = [1, 2, 3, 4, 5, 6, 8, 10];

/** The lowest round number (1, 2, 3 … 8 and zeros) that is not below the highest bar. */
export function roundTop(highest: number): number {
  if (highest <= 5) return 5;
  const unit = 10 ** Math.floor(Math.log10(highest));
  return steps.map((step) => step * unit).find((top) => top >= highest) ?? highest;
}

/** Bars over time, their parts upon each other. Whoever does not see them reads the table behind. */
export function BarChart({ caption, of, parts, bars }: BarChartProps) {
  const id = useId();
  const number = new Intl.NumberFormat(useLanguage());
  const top = roundTop(Math.max(0, ...bars.map(({ values }) => sum(values))));
  const middle = bars[Math.floor((bars.length - 1) / 2)];
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        {caption}
      </figcaption>
      <div className={classes.drawing} aria-hidden="true">
        <span className={classes.scale}>
          <span>{number.format(top)}</span>
          <span>0</span>
        </span>
        <svg viewBox={`0 0 ${bars.length * 10} 100`} preserveAspectRatio="none" role="presentation">
          {bars.map(({ label, values }, place) => (
            <g key={label}>
              <title>
                {[label, ...parts.map(({ name }, at) => `${name}: ${number.format(values[at] ?? 0)}`)].join('\n')}
              </title>
              <rect className={classes.ground} x={place * 10} y={0} width={10} height={100} />
              {parts.map(({ name, tone }, at) => {
                const below = sum(values.slice(0, at));
                const height = ((values[at] ?? 0) / top) * 100;
                const y = 100 - (below / top) * 100 - height;
                return <rect key={name} data-tone={tone} x={place * 10 + 1} y={y} width={8} height={height} />;
              })}
            </g>
          ))}
        </svg>
        <span className={classes.times}>
          {[bars[0], middle, bars.at(-1)].map((bar, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: three places, always these
            <span key={place}>{bar?.label}</span>
          ))}
        </span>
      </div>
      <ul className={classes.legend} aria-hidden="true">
        {parts.map(({ name, tone }) => (
          <li key={name} data-tone={tone}>
            {name}
          </li>
        ))}
      </ul>
      <table className="visually-hidden">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {parts.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {parts.map(({ name }, at) => (
                <td key={name}>{number.format(values[at] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
