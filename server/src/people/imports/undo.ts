import { fail } from '#contract/errors.ts';
import { IMPORT_WAITS_DAYS } from '#contract/limits.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { violates } from '../../platform/db/violation.ts';
import { readDoneBulk } from '../bulk/jobs.ts';
import type { Deciding } from './imports.ts';
import { importWork } from './job.ts';
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
  if (row.status === 'processing' || row.action === 'signOut') throw fail('conflict');
  return begin(beginning, bulkId, row.action);
}

async function begin(
  { tools, tx, caller, client, now, audit }: Beginning,
  undoes: string,
  fileName: string,
): Promise<queries.ImportRow> {
  const { tenantId, uuid, userId } = caller;
  const importId = newUuid();
  const row = {
    ...{ tenant_id: tenantId, import_id: importId, kind: 'undo' as const, status: 'checking' as const, undoes },
    ...{ file_name: fileName, permissions: [...caller.permissions] },
    ...{ created_by: uuid, created_by_user_id: userId, operator_uuid: uuid, operator_user_id: userId },
    ...{ address: client.address, request_id: client.requestId, created_at: now, phase_at: now, received_at: now },
    expires_at: new Date(now.getTime() + IMPORT_WAITS_DAYS * 86_400_000),
  };
  try {
    await queries.insertImport(tx, row);
  } catch (error) {
    throw violates(error, 'user_imports_at_work') ? fail('service_processing', { cause: error }) : error;
  }
  await audit(tx, importId, undoes);
  await importWork.wake(tools, tx, tenantId, importId);
  const made = await queries.readImport(tx, importId);
  if (!made) throw new Error('an undo is not there');
  return made;
}
