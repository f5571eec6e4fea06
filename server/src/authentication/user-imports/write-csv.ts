import { harmlessCell, harmlessText } from '../exports/harmless.ts';

const NEEDS_QUOTES = /[",;\r\n]/;

/** Byte order mark: spreadsheets take the file for UTF-8. */
export const BOM = '\uFEFF';

/** A line of CSV (RFC 4180) whose cells no spreadsheet runs. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((text) => quoted(harmlessText(text))).join(',')}\r\n`;
}

/** A line of cells as a person wrote them. */
export function writtenLine(cells: readonly string[]): string {
  return `${cells.map((text) => quoted(harmlessCell(text))).join(',')}\r\n`;
}

const quoted = (cell: string) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
