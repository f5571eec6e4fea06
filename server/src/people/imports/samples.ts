import type { UserImportSample } from '#contract/people/user-imports.ts';
import { fail } from '#contract/errors.ts';
import { MAX_SAMPLE_LENGTH, SAMPLES_A_COLUMN } from '#contract/limits.ts';
import { type Keeping, readFile } from './file.ts';
import { getImport } from './imports.ts';
import type { ImportRow } from './queries.ts';
import { looksSecret } from './secret-columns.ts';
import { HEAD_BYTES, sampleRows } from './sniff.ts';

interface Asking {
  tools: Keeping;
  caller: { tenantId: string; uuid: string };
  now: Date;
}

/**
 * The first values of each column of a directory file, for whoever is to say what the columns are. They are read of the
 * sealed file each time and kept nowhere. Only who uploaded it sees any, since others never had the file, and nobody those
 * of columns that look secret (docs/decisions/0047). Throws `not_found`, `conflict` (it is another kind of file, past
 * that, or expired).
 */
export async function columnSamples({ tools, caller, now }: Asking, importId: string): Promise<UserImportSample[]> {
  const { tenantId } = caller;
  const row = await tools.db.inTenant(tenantId, (tx) => getImport(tx, importId));
  const isToBeMapped = row.status === 'accepting' || row.status === 'previewed';
  if (row.kind !== 'directory' || !isToBeMapped || row.expires_at < now) throw fail('conflict');
  if (row.created_by !== caller.uuid) return [];
  return samplesOf(row, await readHead(tools, tenantId, importId));
}

async function readHead(tools: Keeping, tenantId: string, importId: string): Promise<Buffer> {
  for await (const piece of readFile(tools, tenantId, importId)) return piece.subarray(0, HEAD_BYTES);
  return Buffer.alloc(0);
}

/** Of a row that has other cells than the header nobody knows which is which: one beside a password may be one. */
function samplesOf({ columns, encoding, delimiter }: ImportRow, head: Buffer): UserImportSample[] {
  const text = new TextDecoder(encoding).decode(head, { stream: true });
  const rows = sampleRows(text, delimiter).filter((cells) => cells.length === columns.length);
  return columns.flatMap((column, at) => {
    if (column === '') return [];
    const cells = [...new Set(rows.map((row) => (row[at] ?? '').trim()))].filter(Boolean);
    const withheld = looksSecret(column, cells);
    return [{ column, withheld, values: withheld ? [] : cells.slice(0, SAMPLES_A_COLUMN).map(shortened) }];
  });
}

function shortened(cell: string): string {
  const characters = [...cell.replace(/\s+/gu, ' ')];
  if (characters.length <= MAX_SAMPLE_LENGTH) return characters.join('');
  return `${characters.slice(0, MAX_SAMPLE_LENGTH - 1).join('')}…`;
}
