import type { TextParams } from '#messages/catalog.ts';

/** What a command has to show: `data` is what `--json` prints; undefined: all was shown already. */
export interface Outcome {
  data: unknown;
  /** The columns of a list; a single record shows all it has. */
  columns?: readonly string[];
  /** Sentences beneath. */
  notes?: readonly string[];
}

export type Text = (key: string, params?: TextParams) => string;

type Row = Record<string, unknown>;

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
const unseen = /\p{Mn}/u;

/** The columns of a terminal a text takes: Chinese, Japanese and Korean characters take two. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text)
    width += unseen.test(character) ? 0 : wide.test(character) || character > '\u{1f000}' ? 2 : 1;
  return width;
}

const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - displayWidth(text)));

/** A value as a person reads it. Control characters cannot act on the terminal. */
function valueWords(value: unknown, text: Text): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return text(value ? 'operator.value.yes' : 'operator.value.no');
  if (Array.isArray(value) && value.length === 0) return '–';
  if (Array.isArray(value)) return value.map((entry) => valueWords(entry, text)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, entry]) => `${key}: ${valueWords(entry, text)}`)
      .join(', ');
  return String(value).replaceAll(/\p{Cc}/gu, '�');
}

/** Lines of a table with aligned columns, the header first. */
export function table(rows: readonly Row[], columns: readonly string[], text: Text): string[] {
  const header = columns.map((column) => text(`operator.field.${column}`));
  const cells = [header, ...rows.map((row) => columns.map((column) => valueWords(row[column], text)))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => displayWidth(line[index] ?? ''))));
  return cells.map((line) =>
    line
      .map((cell, index) => pad(cell, widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const isList = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.some((entry) => typeof entry === 'object' && entry !== null);

/** The fields of a record, a line each; a list of things in it stands beneath as a table. */
function record(row: Row, text: Text): string[] {
  const lists = Object.values(row).filter(isList);
  const tables = lists.flatMap((list) => ['', ...table(list, Object.keys(list[0] ?? {}), text)]);
  return [...fields(Object.fromEntries(Object.entries(row).filter(([, value]) => !isList(value))), text), ...tables];
}

function fields(row: Row, text: Text): string[] {
  const entries = Object.entries(row).map(
    ([field, value]) => [text(`operator.field.${field}`), valueWords(value, text)] as const,
  );
  const width = Math.max(...entries.map(([name]) => displayWidth(name)));
  return entries.map(([name, value]) => `${pad(name, width)}  ${value}`);
}

/** What a command shows. */
export function shown(outcome: Outcome, json: boolean, text: Text): string {
  if (!json) return readable(outcome, text);
  return outcome.data === undefined ? '' : JSON.stringify(outcome.data ?? {}, null, 2);
}

function readable({ data, columns, notes = [] }: Outcome, text: Text): string {
  const lines: string[] = [];
  if (Array.isArray(data))
    lines.push(...(data.length > 0 ? table(data, columns ?? [], text) : [text('operator.empty')]));
  else if (data !== null && data !== undefined) lines.push(...record(data as Row, text));
  return [...lines, ...notes].join('\n');
}
