import { setTimeout as sleep } from 'node:timers/promises';
import { addressAndId, becomesOf, idFromAddress, makesUserIds } from '#contract/people/user-imports-fields.ts';
import { UNCONFIRMED_DELETIONS } from '#contract/people/users-bulk.ts';
import { MAX_IMPORT_ROWS } from '#contract/limits.ts';
import { fail } from '#contract/errors.ts';
import type { Permission } from '#contract/roles.ts';
import { sql } from 'kysely';
import type { ImportCounts } from '../../platform/db/schema.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { over, workInLanes } from '../../platform/work/batches.ts';
import { parseStrictJson } from '../../platform/http/strict-json.ts';
import { refuseSuspended } from '../../platform/work/suspension.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { readFile } from './file.ts';
import { refuseDuplicates, startOf, sumUp, takesProof } from './preview.ts';
import * as queries from './queries.ts';
import { type Batch, readInThread } from './reader.ts';
import { compareRows } from '../changes/compare.ts';
import { doneByBulk, doneByImport, stageUndo } from '../changes/undo.ts';
import { readDoneBulk } from '../bulk/jobs.ts';
import { readElement, stageable } from './rows.ts';
import { formatField } from './sniff.ts';

/** Rows that are compared in one transaction. */
const BATCH = 500;
/** Batches that are stored at a time, while the next is read. */
const LANES = 2;
/** A reader that has not been heard of for so long is dead. */
const SILENT_MILLIS = 5000;
const FORGET = 20_000;

interface Place {
  tenantId: string;
  importId: string;
  token: string;
}

/**
 * Reads the file of an import and compares its rows with the tenant: what would be done is then there to be looked at.
 * What a worker that died had read is read anew. Throws what the file as a whole is refused with. Gives the import as
 * it is then, `processing` when nobody is to be asked; null: somebody else reads the file, or nobody is to.
 */
export async function checkImport(
  tools: Tools,
  row: queries.ImportRow,
  signal: AbortSignal,
): Promise<queries.ImportRow | null> {
  const place = { tenantId: row.tenant_id, importId: row.import_id, token: newUuid() };
  if (!(await takeOver(tools, place, signal))) return null;
  try {
    if (row.kind === 'undo') await turnRound(tools, place, row, signal);
    else await readAll(tools, place, row, signal);
    return await conclude(tools, place, row);
  } catch (error) {
    if (error === over) return null;
    throw error;
  }
}

async function takeOver(tools: Tools, { tenantId, importId, token }: Place, signal: AbortSignal): Promise<boolean> {
  // Moments of the machine, not of the clock that people see: only workers compare them.
  const claim = () => {
    const silent = new Date(Date.now() - SILENT_MILLIS);
    return tools.db.inTenant(tenantId, (tx) => claimFile(tx, importId, token, new Date(), silent));
  };
  const isChecking = async () => {
    const row = await tools.db.inTenant(tenantId, (tx) => queries.readImport(tx, importId));
    return row?.status === 'checking';
  };
  while (!(await claim())) {
    if (signal.aborted || !(await isChecking())) return false;
    await sleep(500);
  }
  while ((await tools.db.inTenant(tenantId, (tx) => forgetRows(tx, importId, FORGET))) > 0);
  return true;
}

/** The file of an import is this worker's to read, unless another one reads it and was heard of after `silentSince`. */
async function claimFile(tx: Tx, importId: string, token: string, now: Date, silentSince: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_imports')
    .set({ claim: token, claimed_at: now, rows_done: 0, bytes_read: 0 })
    .where('import_id', '=', importId)
    .where('status', '=', 'checking')
    .where((where) => where.or([where('claimed_at', 'is', null), where('claimed_at', '<', silentSince)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Says how far the reader is; false: the file is no longer its to read. */
async function progress(
  tx: Tx,
  { importId, token, now }: { importId: string; token: string; now: Date },
  read: { rows: number; bytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_imports')
    .set((row) => ({
      ...{ claimed_at: now, rows_done: row('rows_done', '+', read.rows) },
      // Batches end in any order.
      bytes_read: row.fn<number>('greatest', ['bytes_read', row.val(read.bytes)]),
    }))
    .where('import_id', '=', importId)
    .where('claim', '=', token)
    .where('status', '=', 'checking')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Forgets what an earlier reading found, at most so many rows; answers how many. */
async function forgetRows(tx: Tx, importId: string, most: number): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    with gone as (
      delete from user_import_rows where import_id = ${importId} and row_no = any (array(
        select row_no from user_import_rows where import_id = ${importId} limit ${most})) returning 1)
    select count(*)::integer as gone from gone`.execute(tx);
  if (rows[0]?.gone === 0) await tx.deleteFrom('user_import_bites').where('import_id', '=', importId).execute();
  return rows[0]?.gone ?? 0;
}

/** Of an undo the rows are what was done, turned round, as far as it is so still: bite by bite, as it was done. */
async function turnRound(
  { db, clock }: Tools,
  place: Place,
  row: queries.ImportRow,
  signal: AbortSignal,
): Promise<void> {
  const { tenantId, importId } = place;
  const { source, bites } = await db.inTenant(tenantId, async (tx) => {
    const found = row.undoes === null ? null : await sourceOf(tx, row.undoes);
    if (!found) throw fail('not_found');
    const { rows } = await found.bites.execute(tx);
    await queries.updateImport(tx, importId, { rows_total: rows.reduce((sum, { rows: some }) => sum + some, 0) });
    return { source: found, bites: rows };
  });
  let before = 0;
  for (const { bite, rows } of bites) {
    if (signal.aborted) throw over;
    const part = source.rows(bite, before);
    await db.inTenant(tenantId, async (tx) => {
      await stageUndo(tx, { tenantId, importId, operatorUuid: row.created_by, now: clock() }, part);
      await tell(tx, place, { rows, bytes: 0 });
    });
    before += rows;
  }
}

/** What an undo turns round; null: it is not kept any more. */
async function sourceOf(tx: Tx, undoes: string) {
  if (await queries.readImport(tx, undoes)) return doneByImport(undoes);
  const bulk = await readDoneBulk(tx, undoes);
  return bulk ? doneByBulk(undoes, bulk.action) : null;
}

/** Says how far the reader is. Throws `over`, `suspended`. */
async function tell(tx: Tx, place: Place, read: { rows: number; bytes: number }): Promise<void> {
  if (!(await progress(tx, { ...place, now: new Date() }, read))) throw over;
  await refuseSuspended(tx);
}

async function readAll(tools: Tools, place: Place, row: queries.ImportRow, signal: AbortSignal): Promise<void> {
  const read = { bytes: 0 };
  let total = 0;
  const batches = readBatches(tools, row, read);
  const broken = new AbortController();
  const takeBatch = async () => {
    const { value: batch, done } = await batches.next();
    if (done) return false;
    total += batch.count;
    if (total > MAX_IMPORT_ROWS) throw fail('exceeded_rows');
    await store(tools, place, row, batch, read.bytes);
    return true;
  };
  const isWanted = AbortSignal.any([signal, broken.signal]);
  try {
    await workInLanes(LANES, isWanted, () =>
      takeBatch().catch((error: unknown) => {
        broken.abort();
        throw error;
      }),
    );
  } finally {
    await batches.return(undefined);
  }
  if (signal.aborted) throw over;
  if (total === 0) throw fail('file_empty');
}

async function* readBatches(tools: Tools, row: queries.ImportRow, read: { bytes: number }): AsyncGenerator<Batch> {
  const pieces = readFile(tools, row.tenant_id, row.import_id, (bytes) => {
    read.bytes = bytes;
  });
  const permissions = row.permissions as Permission[];
  if (row.kind !== 'json') {
    const reading = {
      fields: row.columns.map((column) => fieldOf(row, column)),
      idsFrom: row.columns.findIndex((column) => makesUserIds(becomesOf(row.mapping, column))),
      operation: row.kind === 'directory' ? ('upsert' as const) : ('ofRow' as const),
      emptyCells: row.empty_cells,
      permissions,
    };
    const { kind, encoding, delimiter } = row;
    yield* readInThread(pieces, { kind, encoding, delimiter, reading, many: BATCH });
    return;
  }
  for (const batch of await readJson(pieces, BATCH)) {
    const granted = new Set(permissions);
    const rows = batch.map(({ row: at, element }) => readElement(at, element, row.operation, granted));
    yield { count: rows.length, rows: stageable(rows) };
  }
}

/** The elements of a JSON array, so many at a time; the first is row 1. Throws `file_not_json`. */
async function readJson(pieces: AsyncIterable<Buffer>, many: number): Promise<{ row: number; element: unknown }[][]> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  const elements = parseJson(Buffer.concat(all));
  if (!Array.isArray(elements)) throw fail('file_not_json');
  return Array.from({ length: Math.ceil(elements.length / many) }, (_, batch) =>
    elements.slice(batch * many, (batch + 1) * many).map((element, at) => ({ row: batch * many + at + 1, element })),
  );
}

function parseJson(whole: Buffer): unknown {
  try {
    return parseStrictJson(whole);
  } catch (cause) {
    throw fail('file_not_json', { cause });
  }
}

function fieldOf(row: queries.ImportRow, column: string): string | null {
  if (row.kind !== 'directory') return formatField(column) ?? null;
  const field = becomesOf(row.mapping, column) ?? null;
  if (field === addressAndId) return 'loginMailAddress';
  return field === idFromAddress ? null : field;
}

async function store(tools: Tools, place: Place, row: queries.ImportRow, batch: Batch, bytes: number): Promise<void> {
  const rows = Buffer.from(batch.rows.buffer);
  await tools.db.inTenant(place.tenantId, async (tx) => {
    await stageRows(tx, { ...place, operatorUuid: row.created_by }, rows);
    await tell(tx, place, { rows: batch.count, bytes });
  });
}

/**
 * Stages rows compared with the tenant (`stageable`: [[row, operation, user id, uuid for a new user, given, reasons, the
 * mail address the id was made of if so], …]).
 */
async function stageRows(
  tx: Tx,
  place: { tenantId: string; importId: string; operatorUuid: string },
  rows: Buffer,
): Promise<void> {
  const read = sql`(
    select (row ->> 0)::integer as row_no, row ->> 1 as operation, row ->> 2 as user_id, (row ->> 3)::uuid as uuid,
      row -> 4 as given, row -> 5 as reasons, lower(row ->> 6) as made_of
    from jsonb_array_elements(${rows}::jsonb) row)`;
  await sql`
    insert into user_import_rows (tenant_id, import_id, row_no, kind, operation, user_id, user_uuid, given, changes, before, reasons)
    select ${place.tenantId}, ${place.importId}, row_no, kind, operation, user_id, user_uuid, given, changes, before, reasons
    from (${compareRows(read, place.operatorUuid)}) compared`.execute(tx);
}

async function conclude(tools: Tools, place: Place, row: queries.ImportRow): Promise<queries.ImportRow> {
  const { tenantId, importId } = place;
  return tools.db.inTenant(tenantId, async (tx) => {
    if (row.kind !== 'undo') await refuseDuplicates(tx, importId);
    const { counts, waits } = await sumUp(tx, tenantId, importId);
    const read = { rows: 0, bytes: row.file_bytes };
    if (!(await progress(tx, { ...place, now: new Date() }, read))) throw over;
    return queries.updateImport(tx, importId, {
      ...{ counts: JSON.stringify(counts), claim: null, claimed_at: null },
      ...(goesOnUnasked(row, counts) ? startOf(counts, tools.clock()) : waits),
    });
  });
}

/**
 * What came by the API is carried out at once, unless it deletes more than was said, or gives power: an administrator
 * confirms that with a recent proof.
 */
const goesOnUnasked = ({ unasked, confirm_count }: queries.ImportRow, counts: ImportCounts) =>
  unasked && !takesProof(counts) && (counts.delete <= UNCONFIRMED_DELETIONS || confirm_count === counts.delete);
