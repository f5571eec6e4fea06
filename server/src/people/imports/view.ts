import { UNCONFIRMED_DELETIONS } from '#contract/people/users-bulk.ts';
import type { UserImport, UserImportRow } from '#contract/people/user-imports.ts';
import { type ErrorId, fail } from '#contract/errors.ts';
import { loadCatalog, textIn } from '#messages/catalog.ts';
import { makesUserIds } from '#contract/people/user-imports-fields.ts';
import type { Reason } from '../../platform/db/schema.ts';
import { errorEntries } from '../../platform/http/error-reply.ts';
import { paceOf } from '../../platform/work/batches.ts';
import type { ImportRow, ListedRow } from './queries.ts';

/** An import as it is answered, in the reader's language. */
export function toImport(row: ImportRow, language: string, now: Date): UserImport {
  const deletions = row.status === 'previewed' ? (row.counts?.delete ?? 0) : 0;
  return {
    importId: row.import_id,
    kind: row.kind,
    undoes: row.undoes,
    changeOf: row.kind === 'undo' && row.operation !== null ? row.file_name : null,
    status: row.status,
    fileName: row.file_name,
    fileBytes: row.file_bytes,
    encoding: row.encoding,
    columns: row.columns,
    mapping: row.mapping,
    emptyCells: row.empty_cells,
    counts: countsOf(row.counts),
    progress: progressOf(row, now),
    createsActive: row.counts?.createsActive ?? 0,
    losesAddress: row.status === 'previewed' ? (row.counts?.losesAddress ?? 0) : 0,
    leavesGroups: row.status === 'previewed' ? (row.counts?.leavesGroups ?? 0) : 0,
    beyondUserLimit: row.status === 'previewed' ? (row.counts?.beyondUserLimit ?? 0) : 0,
    confirmCount: deletions > UNCONFIRMED_DELETIONS ? deletions : null,
    error: row.error_id === null ? null : wordsOf(row.error_id as ErrorId, row.error_field, language),
    invites: row.invites,
    invitedBy: row.invited_by,
    createdBy: row.created_by_user_id,
    createdAt: row.created_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
  };
}

function countsOf(counts: ImportRow['counts']): UserImport['counts'] {
  if (!counts) return null;
  const {
    createsActive: _active,
    losesAddress: _losing,
    leavesGroups: _leaving,
    needsProof: _proof,
    beyondUserLimit: _beyond,
    ...kinds
  } = counts;
  return kinds;
}

/** What ended an import, in words of its own where the error's would speak of whoever reads them. */
function wordsOf(id: ErrorId, field: string | null | undefined, language: string) {
  const [entry] = errorEntries(fail(id, field ? { field } : {}), language);
  if (!entry) throw new Error(`no words for ${id}`);
  const message = loadCatalog(language).texts[`transfer.endedBy.${id}`] ?? entry.message;
  return { ...entry, message };
}

function progressOf(row: ImportRow, now: Date): UserImport['progress'] {
  const isUnderWay = row.status === 'checking' || row.status === 'processing';
  // A file says how long it is; how many rows it has is known at its end.
  const of =
    row.rows_total === null
      ? { done: row.bytes_read, total: row.file_bytes }
      : { done: row.rows_done, total: row.rows_total };
  const span = { since: row.phase_at, until: row.finished_at ?? now, done: row.rows_done };
  return {
    total: row.rows_total,
    done: row.rows_done,
    bytes: row.bytes_read,
    ...paceOf(span, isUnderWay ? of : null),
  };
}

const shown = ['familyName', 'givenName', 'status', 'roles', 'loginMailAddress'];

/** A row of the preview of an import. */
export function toRow(of: ImportRow, row: ListedRow, language: string): UserImportRow {
  return {
    row: row.row_no,
    kind: row.kind,
    operation: row.operation,
    userId: row.user_id,
    changes: changesOf(row),
    reasons: row.reasons.map(({ id, field }) => ({
      message_id: id,
      message: reasonWords(of, language, { id, field }),
      ...(field ? { field } : {}),
    })),
    done: row.done,
  };
}

/** What is wrong with a row in words: those of an undo, else those for the field, else those for a row of a file, else the error's own. */
export function reasonWords(
  { kind, mapping }: Pick<ImportRow, 'kind' | 'mapping'>,
  language: string,
  { id, field }: Reason,
): string {
  const { texts } = loadCatalog(language);
  const isMade = field === 'userId' && Object.values(mapping).some(makesUserIds);
  const items = [...(isMade ? ['madeUserId'] : []), field?.replace(/\d+$/, '')];
  // What a source keeps is refused in the words for it, whatever would change it.
  const isKept = id === 'forbidden' && field !== 'userId';
  const ofUndo = kind === 'undo' && !isKept ? [`transfer.undoReason.${id}`] : [];
  const keys = [...ofUndo, ...items.map((item) => `transfer.reason.${id}.${item}`), `transfer.reason.${id}`];
  return textIn(language)(keys.find((key) => key in texts) ?? `errors.${id}`);
}

function changesOf({ kind, given, changes, before }: ListedRow): UserImportRow['changes'] {
  if (kind === 'create' || kind === 'wrong')
    return Object.fromEntries(Object.entries(given).map(([field, after]) => [field, { after }]));
  if (kind === 'delete') return Object.fromEntries(shown.map((field) => [field, { before: before?.[field] ?? null }]));
  return changes ?? {};
}
