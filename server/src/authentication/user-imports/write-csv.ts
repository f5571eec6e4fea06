/** What a spreadsheet would run as a formula, and what has been kept from it before (decisions.md, "export"). */
const RUNS = /^'*[=+\-@\t\r]/;
const RUNS_ITSELF = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",;\r\n]/;

/** Byte order mark: spreadsheets take the file for UTF-8. */
export const BOM = '\uFEFF';

/** A line of CSV (RFC 4180) whose cells no spreadsheet runs. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((text) => cell(text, RUNS)).join(',')}\r\n`;
}

/** A line of cells as somebody wrote them: what was kept from being run there is so already, and would become another value. */
export function writtenLine(cells: readonly string[]): string {
  return `${cells.map((text) => cell(text, RUNS_ITSELF)).join(',')}\r\n`;
}

function cell(text: string, runs: RegExp): string {
  const harmless = runs.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
