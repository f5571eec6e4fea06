import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import type { UserImportKind } from '#contract/people/user-imports-fields.ts';
import { fail } from '#contract/errors.ts';

/** A row as it stands in the file; the header is row 1. */
export interface CsvRow {
  row: number;
  cells: string[];
}

/** Rows may end in different ways within one file; that they have as many cells as the header is told row by row. */
export const csvForm = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true };

/** Small enough that nobody waits while one is read. */
const SLICE = 32 * 1024;
/** Somebody may be in ten thousand groups (docs/decisions/0047), each with an id of 128 characters. */
const MAX_RECORD = 1_500_000;
/** Characters a batch: rows may be long, and a reading thread has a small heap. */
const MAX_BATCH = 4_000_000;

/** How a CSV file is written. */
export interface CsvFile {
  /** Explanations (`#`) are our own format's: in a directory somebody may be called so. */
  kind: UserImportKind;
  encoding: string;
  delimiter: string;
}

/**
 * The rows of a CSV file behind its header, at most so many at a time, read as its pieces come. Empty lines are passed over, and
 * in a format file explanations. Throws `file_not_csv` where quotes are broken or a row never ends.
 */
export async function* readCsv(
  pieces: AsyncIterable<Buffer>,
  { kind, encoding, delimiter }: CsvFile,
  many: number,
): AsyncGenerator<CsvRow[]> {
  const isExplained = kind === 'format';
  let rows: CsvRow[] = [];
  let [row, size] = [0, 0];
  try {
    for await (const records of recordsOf(textOf(pieces, encoding), delimiter)) {
      for (const cells of records) {
        row += 1;
        if (row === 1 || isEmpty(cells) || (isExplained && cells[0]?.startsWith('#'))) continue;
        rows.push({ row, cells });
        for (const cell of cells) size += cell.length;
        if (rows.length < many && size < MAX_BATCH) continue;
        yield rows;
        [rows, size] = [[], 0];
      }
    }
  } catch (error) {
    // By their class: one of their codes does not begin as the others do.
    if (!(error instanceof CsvError)) throw error;
    throw fail('file_not_csv', { cause: error });
  }
  if (rows.length > 0) yield rows;
}

/**
 * Records as they come. As long as nothing is quoted a line is a record, and splitting it is all there is to do: a
 * fourth of what the parser takes, which reads the rest from the first quotation mark on, or from a line that does not end.
 */
async function* recordsOf(texts: AsyncGenerator<string>, delimiter: string): AsyncGenerator<string[][]> {
  let rest = '';
  for await (const text of texts) {
    const whole = rest + text;
    // A carriage return at the very end may be half of what ends a line.
    const end = Math.max(whole.lastIndexOf('\n'), whole.slice(0, -1).lastIndexOf('\r')) + 1;
    if (whole.includes('"') || whole.length - end > SLICE) return yield* parsed(behind(whole, texts), delimiter);
    rest = whole.slice(end);
    if (end > 0) yield splitLines(whole.slice(0, end), delimiter);
  }
  if (rest !== '') yield splitLines(rest, delimiter);
}

function splitLines(text: string, delimiter: string): string[][] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.split(delimiter));
}

async function* behind(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* others;
}

async function* parsed(texts: AsyncGenerator<string>, delimiter: string): AsyncGenerator<string[][]> {
  const parser = parse({ ...csvForm, delimiter, max_record_size: MAX_RECORD });
  // Where it fails, reading the parser fails.
  const feeding = pipeline(Readable.from(texts, { objectMode: true, highWaterMark: 1 }), parser);
  feeding.catch(() => {});
  for await (const cells of parser as AsyncIterable<string[]>) yield [cells];
}

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

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
