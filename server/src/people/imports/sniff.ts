import { parse } from 'csv-parse/sync';
import { formatColumns, type ImportEncoding, resultColumns } from '#contract/people/user-imports-fields.ts';
import { fail } from '#contract/errors.ts';
import { inOneForm } from '#contract/text-forms.ts';
import { createEucJudge } from './euc-jp.ts';
import { csvForm } from './read-csv.ts';
import { createJapaneseJudge } from './shift-jis.ts';

/** What is learnt of a file while it comes in. */
export interface Sniffed {
  encoding: 'utf-8' | 'shift_jis';
  delimiter: string;
  columns: string[];
  /** Those that one of the first rows has no value in. */
  patchy: string[];
}

/** So much of a file is looked at for its header and its first rows. */
export const HEAD_BYTES = 64 * 1024;
const MAX_COLUMNS = 500;
const MAX_HEADER_LENGTH = 500;
/** So many rows tell whether a column has a value in all of them. */
const SAMPLED = 20;
const delimiters = [',', ';', '\t'];

/** How files begin that are no text: ZIP (and so XLSX), gzip, PDF, old Excel, PNG. */
const foreign = ['504b0304', '504b0506', '1f8b', '255044462d', 'd0cf11e0', '89504e47'];

/**
 * Looks at a file piece by piece: in which encoding all of it can be read, and the header of the first. Shift_JIS is
 * found out only where it makes Japanese and the file is not EUC-JP, which nobody can tell from a list of half-width
 * katakana for sure: who has one declares Shift_JIS. Throws `file_not_csv`, `file_wrong_encoding`, `file_empty`, and what
 * `checkColumns` throws.
 */
export function createSniffer(declared: ImportEncoding) {
  const candidates = declared === 'auto' ? (['utf-8', 'shift_jis'] as const) : [declared];
  let readable = candidates.map((encoding) => ({ encoding, decoder: new TextDecoder(encoding, { fatal: true }) }));
  const judge = createJapaneseJudge();
  const euc = createEucJudge();
  let head = Buffer.alloc(0);
  const read = (piece: Buffer | undefined) => {
    readable = readable.filter(({ encoding, decoder }) => {
      try {
        const text = decoder.decode(piece, { stream: piece !== undefined });
        if (encoding === 'shift_jis' && declared === 'auto') {
          judge.look(text);
          euc.look(piece, text);
        }
        return true;
      } catch {
        return false;
      }
    });
    if (readable.length === 0) throw fail('file_wrong_encoding');
  };
  return {
    look(piece: Buffer): void {
      if (head.length < HEAD_BYTES) {
        head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)]);
        if (head.length >= 8) refuseForeign(head);
      }
      read(piece);
    },
    end(): Sniffed {
      refuseForeign(head);
      read(undefined);
      const [first] = readable;
      // Were it declared, nobody would have judged, and nothing would be strange.
      const isShiftJis = first?.encoding !== 'shift_jis' || (judge.isJapanese() && !euc.isEuc());
      if (!first || !isShiftJis) throw fail('file_wrong_encoding');
      const text = new TextDecoder(first.encoding).decode(head, { stream: true });
      const header = readHeader(text);
      return { encoding: first.encoding, ...header, patchy: patchyColumns(text, header) };
    },
  };
}

function refuseForeign(head: Buffer): void {
  if (foreign.some((start) => head.toString('hex', 0, 8).startsWith(start))) throw fail('file_not_csv');
}

/** The header of a CSV text, with the separator that occurs in it most. */
export function readHeader(text: string): { delimiter: string; columns: string[] } {
  const [line = ''] = text.split(/\r?\n|\r/, 1);
  if (line.trim() === '') throw fail('file_empty');
  const plain = line.replace(/"(?:[^"]|"")*"?/g, '');
  const occurs = (delimiter: string) => plain.split(delimiter).length;
  const delimiter = delimiters.reduce((best, next) => (occurs(next) > occurs(best) ? next : best));
  try {
    const [cells = []] = parse(text, { ...csvForm, delimiter, to: 1 });
    const columns = cells.map((cell) => inOneForm(cell.trim()));
    if (columns.length <= MAX_COLUMNS && columns.every(isHeader)) return { delimiter, columns };
  } catch (cause) {
    throw fail('file_not_csv', { cause });
  }
  throw fail('file_not_csv');
}

function patchyColumns(text: string, { delimiter, columns }: { delimiter: string; columns: string[] }): string[] {
  const rows = sampleRows(text, delimiter);
  return columns.filter((_, at) =>
    rows.some((cells) => cells.length === columns.length && (cells[at] ?? '').trim() === ''),
  );
}

/** The first rows, as far as they can be read: what is wrong with them is found out when all are. */
export function sampleRows(text: string, delimiter: string): string[][] {
  try {
    return parse(text, { ...csvForm, delimiter, from: 2, to: SAMPLED + 1 });
  } catch {
    return [];
  }
}

const isHeader = (header: string) => header.length <= MAX_HEADER_LENGTH && !header.includes('\0');

/** Throws `duplicated_columns`; of a format file also `missing_columns` and `unknown_columns`, each with the column. */
export function checkColumns(kind: 'format' | 'directory', columns: readonly string[]): void {
  const seen = new Set<string>();
  for (const column of columns) {
    const key = column.toLowerCase();
    if (key !== '' && seen.has(key)) throw fail('duplicated_columns', { field: column });
    seen.add(key);
  }
  if (kind === 'directory') return;
  const missing = formatColumns.slice(0, 2).find((column) => !seen.has(column.toLowerCase()));
  if (missing) throw fail('missing_columns', { field: missing });
  const unknown = columns.find((column) => formatField(column) === undefined);
  if (unknown !== undefined) throw fail('unknown_columns', { field: unknown || '-' });
}

/** What a column of a format file is for: a field, nothing (null: of a result file), or unknown (undefined). */
export function formatField(column: string): string | null | undefined {
  const key = column.toLowerCase();
  if (resultColumns.some((known) => known.toLowerCase() === key)) return null;
  return formatColumns.find((known) => known.toLowerCase() === key);
}
