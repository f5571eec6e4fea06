import { Readable } from 'node:stream';
import { formatColumns } from '#contract/people/user-imports-fields.ts';
import { EXTENSION_ATTRIBUTES } from '#contract/limits.ts';
import { textIn } from '#messages/catalog.ts';
import type { FileAnswer } from '../../platform/http/file-answer.ts';
import { keptIfEmpty } from './rows.ts';
import { BOM, csvLine } from './write-csv.ts';

const neverTaken: ReadonlySet<string> = new Set(['operation', 'userId', ...keptIfEmpty]);

/** The template of a format file: its header, and a row of explanations that importing passes over. */
export function templateFile(language: string): FileAnswer {
  const text = textIn(language);
  const explained = formatColumns.map((column) => {
    const number = EXTENSION_ATTRIBUTES.indexOf(column) + 1;
    const what =
      number > 0 ? text('transfer.column.extensionAttribute', { number }) : text(`transfer.column.${column}`);
    return neverTaken.has(column) ? what : text('transfer.columnTaken', { text: what });
  });
  const [first = '', ...others] = explained;
  const content = BOM + csvLine(formatColumns) + csvLine([`# ${first}`, ...others]);
  return { fileName: 'users-template.csv', content: Readable.from([Buffer.from(content)]) };
}
