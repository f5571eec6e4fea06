import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { type CsvError, parse } from 'csv-parse';
import { fail, isFailure } from '#contract/errors.ts';

/** A row as it stands in the file; the header is row 1. */
export interface CsvRow {
  row: number;
  cells: string[];
}

/** Rows may end in different ways within one file; that they have as many cells as the header is told row by row. */
export const csvForm = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true };

/** Small enough that nobody waits while one is read. */
const SLICE = 32 * 1024;
const MAX_RECORD = 200_000;

/**
 * The rows of a CSV file behind its header, so many at a time, read as its pieces come. Empty lines and explanations
 * (`#`) are passed over. Throws `file_not_csv` where quotes are broken or a row never ends.
 */
export async function* readCsv(
  pieces: AsyncIterable<Buffer>,
  { encoding, delimiter }: { encoding: string; delimiter: string },
  many: number,
): AsyncGenerator<CsvRow[]> {
  const parser = parse({ ...csvForm, delimiter, max_record_size: MAX_RECORD });
  // Where it fails, reading the parser fails.
  const feeding = pipeline(Readable.from(textOf(pieces, encoding), { objectMode: true, highWaterMark: 1 }), parser);
  feeding.catch(() => {});
  let rows: CsvRow[] = [];
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row === 1 || isPassedOver(cells)) continue;
      rows.push({ row, cells });
      if (rows.length < many) continue;
      yield rows;
      rows = [];
    }
  } catch (error) {
    if (isFailure(error) || !isCsvError(error)) throw error;
    throw fail('file_not_csv', { cause: error });
  }
  if (rows.length > 0) yield rows;
}

const isCsvError = (error: unknown): error is CsvError => String((error as CsvError).code ?? '').startsWith('CSV_');
const isPassedOver = ([first = '', ...others]: string[]) =>
  first.startsWith('#') || (first.trim() === '' && others.every((cell) => cell.trim() === ''));

async function* textOf(pieces: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += SLICE) {
      yield decoder.decode(piece.subarray(at, at + SLICE), { stream: true });
      await breathe();
    }
  }
  yield decoder.decode();
}
