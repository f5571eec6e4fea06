/**
 * What a spreadsheet takes for the beginning of a formula (decisions.md, "export"); those of full width too, which Excel
 * reads in Japanese as it reads the others. It is what `escape_formulas` of csv-stringify writes an apostrophe before,
 * said again for what PostgreSQL writes (a test holds the two together).
 */
const STARTS = '=+-@\t\r＝＋－＠';
const KEPT = "'";

const escaped = [...STARTS].map((one) => (one === '-' ? '\\-' : one)).join('');
const NEUTRALISED = new RegExp(`^${KEPT}+[${escaped}]`, 'u');

/** A text that reads as if it had been kept from running, with an apostrophe more. */
export const keptOnce = (text: string) => (NEUTRALISED.test(text) ? `${KEPT}${text}` : text);

/** The text of a cell of an export: without the apostrophe that was written before it. */
export const withoutHarmless = (cell: string) => (NEUTRALISED.test(cell) ? cell.slice(KEPT.length) : cell);

const CODES = [...STARTS, KEPT].map((one) => one.codePointAt(0)).join(', ');
/** The class in an SQL string: a hyphen at its end stands for itself. */
const SQL_CLASS = `${STARTS.replace('-', '').replace('\t', '\\t').replace('\r', '\\r')}-`;

/** SQL of a text as csvLine (user-imports/write-csv.ts) writes it, before it is quoted. */
export const harmless = (text: string) =>
  `case when ascii(${text}) in (${CODES}) and ${text} ~ '^''*[${SQL_CLASS}]' then '''' || ${text} else ${text} end`;
