import { stringify } from 'csv-stringify/sync';
import { keptOnce } from '../../platform/exports/harmless.ts';

/** RFC 4180, and no cell that a spreadsheet would run; a semicolon separates where a comma is a decimal point. */
const shape = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[;\r\n]/ } as const;

/** Byte order mark: spreadsheets take the file for UTF-8. */
export const BOM = '\uFEFF';

/** A line of texts of ours: each is read again as it was, also one that looks as if it had been kept from running. */
export const csvLine = (cells: readonly string[]): string => writtenLine(cells.map(keptOnce));

/** A line of cells as a person wrote them: what was kept from running there is so already. */
export const writtenLine = (cells: readonly string[]): string => stringify([cells], shape);
