import { Readable } from 'node:stream';
import { becomesOf, resultColumns } from '#contract/people/user-imports-fields.ts';
import { fail } from '#contract/errors.ts';
import { textIn } from '#messages/catalog.ts';
import type { Database } from '../../platform/db/transaction.ts';
import type { FileAnswer } from '../../platform/http/file-answer.ts';
import { type Keeping, readFile } from './file.ts';
import { getImport } from './imports.ts';
import { type ImportRow, type ListedRow, listRows } from './queries.ts';
import { readCsv } from './read-csv.ts';
import { reasonWords } from './view.ts';
import { BOM, csvLine, writtenLine } from './write-csv.ts';

const BATCH = 1000;

interface Wish {
  tenantId: string;
  importId: string;
  rows: 'all' | 'wrong';
  language: string;
}

/**
 * The result file of an import: the rows as they were uploaded, before each its number, what became of it, and why not.
 * Put right, it can be uploaded again. Of a directory file only the columns that were imported: others may hold passwords.
 * Throws `not_found`, `conflict` (there is no preview yet).
 */
export async function resultFile(tools: Keeping, wish: Wish): Promise<FileAnswer> {
  const { db } = tools;
  const row = await db.inTenant(wish.tenantId, (tx) => getImport(tx, wish.importId));
  if (!row.counts) throw fail('conflict');
  const lines = row.kind === 'json' || row.kind === 'undo' ? jsonLines(db, row, wish) : csvLines(tools, row, wish);
  return { fileName: `${row.file_name.replace(/\.\w+$/, '') || 'users'}-result.csv`, content: Readable.from(lines) };
}

async function* csvLines(tools: Keeping, row: ImportRow, wish: Wish): AsyncGenerator<Buffer> {
  const { db } = tools;
  const only = shownCells(row);
  yield Buffer.from(BOM + csvLine([...resultColumns, ...only(row.columns)]));
  const tell = teller(row, wish.language);
  for await (const batch of readCsv(readFile(tools, wish.tenantId, wish.importId), row, BATCH)) {
    const [first, last] = [batch[0]?.row ?? 0, batch.at(-1)?.row ?? 0];
    const between = { after: first - 1, limit: last - first + 1 };
    const results = await db.inTenant(wish.tenantId, (tx) => listRows(tx, wish.importId, between));
    const byRow = new Map(results.map((result) => [result.row_no, result]));
    const lines = batch.map(({ row: number, cells }) => {
      const result = byRow.get(number);
      if (!result || (wish.rows === 'wrong' && result.kind !== 'wrong')) return '';
      return writtenLine([...tell(result), ...only(cells)]);
    });
    yield Buffer.from(lines.join(''));
  }
}

/**
 * What of a row is shown. A result that is uploaded anew gets new columns of the result, in place of the old ones. Of a row
 * that has other cells than the header nobody knows which is which: it is shown as it is, or not at all.
 */
function shownCells({ kind, columns, mapping }: ImportRow): (cells: readonly string[]) => readonly string[] {
  const isDirectory = kind === 'directory';
  const isShown = (column: string) =>
    isDirectory ? becomesOf(mapping, column) !== undefined : !resultColumns.includes(column);
  const shown = columns.flatMap((column, at) => (isShown(column) ? [at] : []));
  return (cells) => {
    if (cells.length !== columns.length) return isDirectory ? [] : cells;
    return shown.length === cells.length ? cells : shown.map((at) => cells[at] ?? '');
  };
}

async function* jsonLines(
  db: Database,
  of: ImportRow,
  { tenantId, importId, rows, language }: Wish,
): AsyncGenerator<Buffer> {
  yield Buffer.from(BOM + csvLine([...resultColumns, 'operation', 'userId']));
  const tell = teller(of, language);
  const kind = rows === 'wrong' ? rows : undefined;
  for (let after = 0; ; ) {
    const from = { kind, after, limit: BATCH };
    const batch = await db.inTenant(tenantId, (tx) => listRows(tx, importId, from));
    if (batch.length === 0) return;
    yield Buffer.from(batch.map((row) => csvLine([...tell(row), row.operation, row.user_id])).join(''));
    after = batch.at(-1)?.row_no ?? after;
  }
}

/** Number, result and reason of a row of an import, in words. */
function teller(of: ImportRow, language: string): (row: ListedRow) => string[] {
  const text = textIn(language);
  return ({ row_no, kind, done, reasons }) => {
    const isToDo = kind === 'create' || kind === 'update' || kind === 'delete';
    const result = isToDo && !done ? 'notDone' : kind;
    const why = reasons.map(
      (reason) => `${reason.field ? `${reason.field}: ` : ''}${reasonWords(of, language, reason)}`,
    );
    return [String(row_no), text(`transfer.result.${result}`), why.join(' / ')];
  };
}
