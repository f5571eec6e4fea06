import { type Compared, type Measured, median } from './measure.ts';

/**
 * One line of the table. `ratio` is the figure divided by its reference; for rates, the median of the turns' ratios.
 */
export interface Row {
  id: string;
  title: string;
  unit: '/s' | 'kB' | 'MB' | 'ms' | 'seats';
  figure: number;
  reference: { title: string; figure: number; cpu?: Measured['cpu'] };
  ratio: number;
  bar: { least: number } | { most: number };
  met: boolean;
  /** The figure converted to the machine where the bar was set (`atSpeed`); `ratio` and `met` then refer to it. */
  adjusted?: number;
  /** Figures of each run, if there were several. */
  runs?: number[];
  cpu?: Measured['cpu'];
  notes: string[];
}

type Given = Pick<Row, 'id' | 'title' | 'bar'> & { notes?: string[] };

const isMet = (ratio: number, bar: Row['bar']) => ('least' in bar ? ratio >= bar.least : ratio <= bar.most);

/** A rate compared with its reference. */
export function rateRow(given: Given & { reference: string }, result: Compared): Row {
  const figure = median(result.portico.runs);
  const reference = median(result.reference.runs);
  const ratio = median(result.ratios);
  return {
    ...given,
    unit: '/s',
    figure,
    reference: { title: given.reference, figure: reference, cpu: result.reference.cpu },
    ratio,
    met: isMet(ratio, given.bar),
    runs: result.portico.runs,
    cpu: result.portico.cpu,
    notes: [...(given.notes ?? []), `meanwhile others kept up to ${result.others.toFixed(1)} cores busy`],
  };
}

/** A size compared with its limit. */
export function sizeRow(given: Omit<Given, 'bar'> & { unit: 'kB' | 'MB' | 'ms'; figure: number; limit: number }): Row {
  const { limit, ...rest } = given;
  const bar = { most: 1 };
  const ratio = given.figure / limit;
  return {
    ...rest,
    reference: { title: 'limit', figure: limit },
    ratio,
    bar,
    met: isMet(ratio, bar),
    notes: given.notes ?? [],
  };
}

/**
 * Converts times and rates with an absolute bar to a machine as fast as the one where the bars were set
 * (bench/NOTES.md). Sizes, counts and figures with a reference in the same run stay unchanged.
 */
export function atSpeed(speed: number, row: Row): Row {
  const isTime = row.unit === 'ms' && row.reference.title === 'limit';
  if (!isTime && !(row.unit === '/s' && row.reference.title === 'bar')) return row;
  const adjusted = isTime ? row.figure * speed : row.figure / speed;
  const ratio = adjusted / row.reference.figure;
  return { ...row, adjusted, ratio, met: isMet(ratio, row.bar) };
}

export interface Yardstick {
  fastify: number;
  question: number;
  argon2: number;
  select: number;
}

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 });

function cells(row: Row): string[] {
  const { bar, cpu, runs, reference } = row;
  const milliseconds = (values: Measured['cpu'] | undefined) =>
    (values ?? []).map((value) => value.toFixed(3)).join(' + ');
  return [
    row.title,
    `${number(row.figure)} ${row.unit}`,
    row.adjusted === undefined ? '' : `${number(row.adjusted)} ${row.unit}`,
    `${number(reference.figure)} ${row.unit}`,
    row.ratio.toFixed(2),
    'least' in bar ? `>= ${bar.least.toFixed(2)}` : `<= ${bar.most.toFixed(2)}`,
    row.met ? 'ok' : 'MISSED',
    milliseconds(cpu),
    milliseconds(reference.cpu),
    runs ? `${number(Math.min(...runs))} - ${number(Math.max(...runs))}` : '',
  ];
}

const heads = [
  'work',
  'portico',
  'at full speed',
  'reference',
  'ratio',
  'bar',
  '',
  'CPU ms node + postgres',
  'reference',
  'runs',
];

/** The table in readable form. */
export function toTable(rows: Row[]): string {
  const lines = [heads, ...rows.map(cells)];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const laid = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const notes = rows.flatMap((row) => [
    `${row.title}${row.unit === '/s' ? `, against ${row.reference.title}` : ''}`,
    ...row.notes.map((note) => `  ${note}`),
  ]);
  return [...laid, '', ...notes].join('\n');
}

export function yardstickLine({ fastify, question, argon2, select }: Yardstick): string {
  return `yardstick: bare Fastify route ${number(fastify)}/s, with one prepared question ${number(question)}/s, argon2id on all cores ${number(argon2)}/s, indexed select ${number(select)}/s`;
}
