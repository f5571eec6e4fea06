import { fail } from '#contract/errors.ts';
import { isUndoneByPreview } from '#contract/people/users-bulk-fields.ts';
import { canBeUndone, CHANGES_UNDONE_DAYS } from '#contract/people/undo-fields.ts';
import { readEntry } from '../../platform/events/read-entry.ts';
import { doneByChange, stageUndo, toldBy } from '../changes/undo.ts';
import { getUser } from '../users/users.ts';
import { IMPORT_WAITS_DAYS, MAX_OPEN_UNDOS } from '#contract/limits.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { violates } from '../../platform/db/violation.ts';
import { readDoneBulk } from '../bulk/jobs.ts';
import type { Deciding } from './imports.ts';
import { importWork } from './job.ts';
import { sumUp } from './preview.ts';
import * as queries from './queries.ts';

type Beginning = Omit<Deciding, 'audit'> & {
  audit(tx: Deciding['tx'], importId: string, undoes: string): Promise<void>;
};

/**
 * Begins an undo of an import: its rows are staged by the job, and wait to be confirmed. Throws `not_found`, `conflict`
 * (nothing was carried out, or not yet), `service_processing`. What is past its keeping is not there, swept or not.
 */
export async function undoImport(beginning: Beginning, importId: string): Promise<queries.ImportRow> {
  const row = await queries.readImport(beginning.tx, importId);
  if (!row?.received_at || row.expires_at < beginning.now) throw fail('not_found');
  const isOver = ['completed', 'canceled', 'error'].includes(row.status);
  if (!isOver || row.confirmed_at === null) throw fail('conflict');
  return begin(beginning, importId, row.file_name);
}

/** The same of an act on many users. Throws `conflict` for what cannot be undone, or is not over. */
export async function undoBulk(beginning: Beginning, bulkId: string): Promise<queries.ImportRow> {
  const row = await readDoneBulk(beginning.tx, bulkId);
  if (!row || row.expires_at < beginning.now) throw fail('not_found');
  if (row.status === 'processing' || !isUndoneByPreview(row.action)) throw fail('conflict');
  return begin(beginning, bulkId, row.action);
}

/**
 * The same of a single change of a user: its one row is staged at once, so that the preview is there. Throws `not_found`
 * (no such change in the last 30 days), `conflict` (nothing of it can be undone).
 */
export async function undoChange(
  beginning: Beginning,
  { userId, entryId }: { userId: string; entryId: string },
): Promise<queries.ImportRow> {
  const { tx, now, caller } = beginning;
  const user = await getUser(tx, userId, now);
  const since = new Date(now.getTime() - CHANGES_UNDONE_DAYS * 86_400_000);
  const entry = await readEntry(tx, { targetType: 'user', targetId: user.uuid, id: entryId, since });
  if (!entry) throw fail('not_found');
  if (!canBeUndone({ ...entry, at: entry.at.toISOString() }, now)) throw fail('conflict');
  const { tenantId } = caller;
  // An update: so the import says that it undoes a single change, and `file_name` says whose.
  const row = { ...newUndo(beginning, entryId, user.userId), status: 'previewed' as const, operation: 'update' };
  await queries.insertImport(tx, row);
  const told = toldBy(entry.changes, user.loginMailAddress);
  const staging = { tenantId, importId: row.import_id, operatorUuid: caller.uuid, now };
  await stageUndo(tx, staging, doneByChange(user, entry.at, told));
  const { counts, waits } = await sumUp(tx, tenantId, row.import_id);
  await beginning.audit(tx, row.import_id, entryId);
  await queries.giveUpUndos(tx, caller.uuid, MAX_OPEN_UNDOS, now);
  return queries.updateImport(tx, row.import_id, { ...waits, counts: JSON.stringify(counts) });
}

function newUndo({ caller, client, now }: Beginning, undoes: string, fileName: string) {
  const { tenantId, uuid, userId } = caller;
  return {
    ...{ tenant_id: tenantId, import_id: newUuid(), kind: 'undo' as const, undoes },
    ...{ file_name: fileName, permissions: [...caller.permissions] },
    ...{ created_by: uuid, created_by_user_id: userId, operator_uuid: uuid, operator_user_id: userId },
    ...{ address: client.address, request_id: client.requestId, created_at: now, phase_at: now, received_at: now },
    expires_at: new Date(now.getTime() + IMPORT_WAITS_DAYS * 86_400_000),
  };
}

async function begin(beginning: Beginning, undoes: string, fileName: string): Promise<queries.ImportRow> {
  const { tools, tx, caller, audit } = beginning;
  const row = { ...newUndo(beginning, undoes, fileName), status: 'checking' as const };
  const importId = row.import_id;
  try {
    await queries.insertImport(tx, row);
  } catch (error) {
    throw violates(error, 'user_imports_at_work') ? fail('service_processing', { cause: error }) : error;
  }
  await audit(tx, importId, undoes);
  await queries.giveUpUndos(tx, caller.uuid, MAX_OPEN_UNDOS - 1, beginning.now);
  await importWork.wake(tools, tx, caller.tenantId, importId);
  const made = await queries.readImport(tx, importId);
  if (!made) throw new Error('an undo is not there');
  return made;
}
