import { type ImportRowKind, importRowKinds, importShare } from '#contract/people/user-imports-fields.ts';
import { UNCONFIRMED_DELETIONS } from '#contract/people/users-bulk.ts';
import type { mapUserImport } from '#contract/people/user-imports.ts';
import type { confirmUserImport } from '#contract/people/user-imports-actions.ts';
import { fail } from '#contract/errors.ts';
import type { SeatForecast } from '#contract/seats.ts';
import { sql } from 'kysely';
import type { BodyOf } from '#contract/route.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { requirePortal, requireRecentProof } from '../../platform/http/recent-proof.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import type { JobPlace, ListedJob, ListJobs } from '../../platform/work/listed.ts';
import { forecastSeats } from '../ports.ts';
import { inviteLater } from './invite.ts';
import { importWork } from './job.ts';
import { startOf, takesProof } from './preview.ts';
import * as queries from './queries.ts';

/** What a decision about an import is made with. */
export interface Deciding {
  tools: Tools;
  tx: Tx;
  caller: Caller;
  client: ClientInfo;
  now: Date;
  audit(tx: Tx, importId: string, changes: Changes, status?: 'processing'): Promise<void>;
}

/** One import of the tenant. Throws `not_found`. */
export async function getImport(tx: Tx, importId: string): Promise<queries.ImportRow> {
  return refuseUnknown(await queries.readImport(tx, importId));
}

/** The seats that the rows of a preview would take or free; none of an import that is past it. Throws `not_found`. */
export async function forecastImport(
  tx: Tx,
  importId: string,
  asking: { userUuid: string; now: Date },
): Promise<SeatForecast[]> {
  const { status } = await getImport(tx, importId);
  return status === 'previewed' ? forecastSeats(tx, queries.movesOf(importId), asking) : [];
}

/** What has not arrived as a whole is not there. */
function refuseUnknown(row: queries.ImportRow | null): queries.ImportRow {
  if (!row?.received_at) throw fail('not_found');
  return row;
}

/**
 * Says what the columns of a directory file are, and has its rows checked. Throws `not_found`, `conflict` (it is another
 * kind of file, past that, or expired), `invalid_params` (a column that the file has not, or that has no name),
 * `service_processing`.
 */
export async function mapImport(
  deciding: Deciding,
  importId: string,
  { mapping, emptyCells }: BodyOf<typeof mapUserImport>,
): Promise<queries.ImportRow> {
  const { tools, tx, caller, now, audit } = deciding;
  const row = refuseUnknown(await importWork.hold(tx, importId));
  if (row.kind !== 'directory' || !['accepting', 'previewed'].includes(row.status) || row.expires_at < now) {
    throw fail('conflict');
  }
  if (Object.keys(mapping).some((column) => column === '' || !row.columns.includes(column))) {
    throw fail('invalid_params', { field: 'mapping' });
  }
  await queries.storeMapping(tx, caller.tenantId, { mapping, empty_cells: emptyCells });
  const mapped = { mapping: JSON.stringify(mapping), empty_cells: emptyCells };
  const checked = { counts: null, rows_total: null, rows_done: 0, bytes_read: 0, phase_at: tools.clock() };
  const changed = await begin(tx, importId, { ...mapped, ...checked, status: 'checking' });
  await audit(tx, importId, { mapping: { before: row.mapping, after: mapping } });
  await importWork.wake(tools, tx, caller.tenantId, importId);
  return changed;
}

/** One import of a tenant is worked on at a time: the index says so. */
async function begin(
  tx: Tx,
  importId: string,
  values: Parameters<typeof queries.updateImport>[2],
): Promise<queries.ImportRow> {
  try {
    return await queries.updateImport(tx, importId, values);
  } catch (error) {
    throw violates(error, 'user_imports_at_work') ? fail('service_processing', { cause: error }) : error;
  }
}

/**
 * Has an import carried out; one that makes administrators or moves addresses takes a recent proof, and an undo, which
 * brings credentials back, is the portal's. Throws `not_found`, `conflict` (it has no preview, is past it, expired, or was
 * mapped anew since the preview was read), `service_processing`, `invalid_params` with `confirmCount` (more than 100 deletions whose number was not typed).
 */
export async function confirmImport(
  deciding: Deciding,
  importId: string,
  { confirmCount, invite = false, expected }: BodyOf<typeof confirmUserImport>,
): Promise<queries.ImportRow> {
  const { tools, tx, caller, client, now, audit } = deciding;
  const row = refuseUnknown(await importWork.hold(tx, importId));
  // Nobody decides by a preview that is only waiting to be swept.
  if (row.status !== 'previewed' || !row.counts || row.expires_at < now) throw fail('conflict');
  if (expected && !isMappedAs(row, expected)) throw fail('conflict', { field: 'mapping' });
  if (row.kind === 'undo' && invite) throw fail('invalid_params', { field: 'invite' });
  if (row.kind === 'undo') requirePortal(caller);
  if (takesProof(row.counts)) requireRecentProof(caller, now);
  const deletions = row.counts.delete;
  if (deletions > UNCONFIRMED_DELETIONS && confirmCount !== deletions) {
    throw fail('invalid_params', { field: 'confirmCount' });
  }
  const changed = await begin(tx, importId, {
    ...startOf(row.counts, tools.clock()),
    ...{ operator_uuid: caller.uuid, operator_user_id: caller.userId, invites: invite },
    ...{ address: client.address, request_id: client.requestId },
  });
  await audit(tx, importId, { status: { before: row.status, after: changed.status } }, 'processing');
  await importWork.wake(tools, tx, caller.tenantId, importId);
  return changed;
}

/** Whether the columns of a file are still what somebody saw: all of them, and no others. */
function isMappedAs(
  { mapping, empty_cells }: Pick<queries.ImportRow, 'mapping' | 'empty_cells'>,
  expected: NonNullable<BodyOf<typeof confirmUserImport>['expected']>,
): boolean {
  const columnsOf = (one: object) => JSON.stringify(Object.entries(one).sort());
  return empty_cells === expected.emptyCells && columnsOf(mapping as object) === columnsOf(expected.mapping);
}

/** Invites those whom an import made. Throws `not_found`, `conflict`. */
export async function inviteImported(
  { tools, tx, caller, client, now }: Omit<Deciding, 'audit'>,
  importId: string,
): Promise<queries.ImportRow> {
  const row = refuseUnknown(await importWork.hold(tx, importId));
  const by = { operator_uuid: caller.uuid, operator_user_id: caller.userId, address: client.address };
  return inviteLater(tools, tx, row, { ...by, request_id: client.requestId }, now);
}

/** Stops an import between two bites. Throws `not_found`, `conflict` when it is over. */
export async function cancelImport({ tx, now, audit }: Deciding, importId: string): Promise<queries.ImportRow> {
  await getImport(tx, importId);
  const { before, row } = await importWork.stop(tx, importId, now);
  await audit(tx, importId, { status: { before, after: 'canceled' } });
  return row;
}

/** The imports of the tenant that have arrived, newest first. */
export const listImports = (tx: Tx, asked: { cursor?: string | undefined; count: number }) =>
  importWork.list(tx, asked, sql`received_at is not null`);

/** Imports, or undos, as jobs. */
export const listImportJobs =
  (which: 'imports' | 'undos') =>
  async (tx: Tx, asked: JobPlace): Promise<Awaited<ReturnType<ListJobs<ImportJob>>>> => {
    const isUndo = which === 'undos' ? sql`kind = 'undo'` : sql`kind <> 'undo'`;
    const { rows, ...page } = await importWork.list(tx, asked, sql`received_at is not null and ${isUndo}`);
    return { ...page, jobs: rows.map(toImportJob) };
  };

type ImportJob = ListedJob<queries.ImportRow['status']> & { fileName: string | null };

const toImportJob = (row: queries.ImportRow): ImportJob => ({
  id: row.import_id,
  status: row.status,
  // An undo is named after what it undoes, not after a file.
  fileName: row.kind === 'undo' ? null : row.file_name,
  total: row.rows_total,
  share: importShare(row.status, {
    ...{ done: row.rows_done, total: row.rows_total, bytes: row.bytes_read, fileBytes: row.file_bytes },
  }),
  startedBy: row.created_by_user_id,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});

/** Rows of an import, page by page: `n.5` goes on behind row 5, `p.5` back before it. Throws `not_found`. */
export async function listImportRows(
  tx: Tx,
  importId: string,
  { kind, cursor, count }: { kind?: ImportRowKind | undefined; cursor?: string | undefined; count: number },
) {
  const of = await getImport(tx, importId);
  const { counts } = of;
  const [way, place] = cursor?.split('.') ?? [];
  const back = way === 'p';
  const from = place === undefined ? {} : { [back ? 'before' : 'after']: Number(place) };
  const rows = counts ? await queries.listRows(tx, importId, { kind, ...from, limit: count + 1 }) : [];
  const goesOn = rows.length > count;
  const shown = back ? rows.slice(-count) : rows.slice(0, count);
  const [first, last] = [shown[0], shown.at(-1)];
  const total = counts ? importRowKinds.reduce((sum, one) => sum + counts[one], 0) : 0;
  return {
    of,
    rows: shown,
    totalResults: kind && counts ? counts[kind] : total,
    ...(last && (back || goesOn) && { next: `n.${last.row_no}` }),
    ...(first && (back ? goesOn : cursor !== undefined) && { previous: `p.${first.row_no}` }),
  };
}
