/**
 * What a spreadsheet takes for the beginning of a formula (decisions.md, "export"); those of full width too, which Excel
 * reads in Japanese as it reads the others.
 */
const STARTS = '=+-@\t\r＝＋－＠';
const KEPT = "'";

const escaped = [...STARTS].map((one) => (one === '-' ? '\\-' : one)).join('');
const RUNS = new RegExp(`^[${escaped}]`, 'u');
const RUNS_OR_KEPT = new RegExp(`^${KEPT}*[${escaped}]`, 'u');
const NEUTRALISED = new RegExp(`^${KEPT}+[${escaped}]`, 'u');

/** A text of ours for a cell, which no spreadsheet runs: one that was kept from it before gets an apostrophe more. */
export const harmlessText = (text: string) => (RUNS_OR_KEPT.test(text) ? `${KEPT}${text}` : text);

/** A cell that a person wrote: what was kept from being run there is so already, and would become another value. */
export const harmlessCell = (cell: string) => (RUNS.test(cell) ? `${KEPT}${cell}` : cell);

/** The text of a cell of an export: without what `harmlessText` put before it. */
export const withoutHarmless = (cell: string) => (NEUTRALISED.test(cell) ? cell.slice(KEPT.length) : cell);

const CODES = [...STARTS, KEPT].map((one) => one.codePointAt(0)).join(', ');
/** The class in an SQL string: a hyphen at its end stands for itself. */
const SQL_CLASS = `${STARTS.replace('-', '').replace('\t', '\\t').replace('\r', '\\r')}-`;

/** SQL of `harmlessText`. */
export const harmless = (text: string) =>
  `case when ascii(${text}) in (${CODES}) and ${text} ~ '^''*[${SQL_CLASS}]' then '''' || ${text} else ${text} end`;
