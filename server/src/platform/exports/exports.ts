import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { type ErrorId, fail } from '#contract/errors.ts';
import { EXPORT_KEPT_DAYS, MAX_KEPT_EXPORTS, MAX_RUNNING_EXPORTS } from '#contract/limits.ts';
import type { Changes } from '../events/write.ts';
import { newUuid } from '../crypto/uuid.ts';
import type { Database, Tx } from '../db/transaction.ts';
import type { FileAnswer } from '../http/file-answer.ts';
import { errorEntries } from '../http/error-reply.ts';
import type { Caller } from '../http/session.ts';
import type { Tools } from '../tools.ts';
import { paceOf } from '../work/batches.ts';
import { type JobPlace, type ListedJob, type ListJobs, shareOf } from '../work/listed.ts';
import { exportWork } from './job.ts';
import type { ExportKind } from './kind.ts';
import * as queries from './queries.ts';

/** What is done about an export is done with. */
export interface Deciding {
  tools: Tools;
  tx: Tx;
  caller: Caller;
  now: Date;
  language: string;
  audit(tx: Tx, exportStatusId: string, changes: Changes, status?: 'processing'): Promise<void>;
}

/** An export as the server knows it; each kind says what its condition was. */
export type ShownExport = ReturnType<typeof toExport>;

/** Has the rows that match written into files. Throws `exceeded_exports`: so many are being written already. */
export async function startExport(
  deciding: Deciding,
  kind: ExportKind,
  condition: Record<string, unknown>,
): Promise<ShownExport> {
  const { tools, tx, caller, now, language, audit } = deciding;
  const { tenantId, uuid, userId } = caller;
  await queries.queueUp(tx, tenantId);
  if ((await queries.countRunning(tx, kind.kind)) >= MAX_RUNNING_EXPORTS) throw fail('exceeded_exports');
  const exportStatusId = newUuid();
  const row = {
    ...{ tenant_id: tenantId, export_status_id: exportStatusId, created_by: uuid, created_by_user_id: userId },
    ...{ kind: kind.kind, status: 'accepting' as const, condition: JSON.stringify(condition) },
    ...{ created_at: now, expires_at: new Date(now.getTime() + EXPORT_KEPT_DAYS * 86_400_000) },
  };
  const made = await queries.insertExport(tx, row);
  await queries.expireOldest(tx, kind.kind, MAX_KEPT_EXPORTS, now);
  await audit(tx, exportStatusId, { condition: { after: condition } }, 'processing');
  await exportWork(kind).wake(tools, tx, tenantId, exportStatusId);
  return toExport(kind, made, [], language, now);
}

/** One export that is still kept. Throws `not_found`. */
export async function getExport(
  tx: Tx,
  kind: ExportKind,
  { id, language, now }: { id: string; language: string; now: Date },
): Promise<ShownExport> {
  const row = await readKept(tx, kind, id, now);
  return toExport(kind, row, await queries.listParts(tx, [id]), language, now);
}

async function readKept(tx: Tx, kind: ExportKind, id: string, now: Date): Promise<queries.ExportRow> {
  const row = await exportWork(kind).read(tx, id);
  if (row?.kind !== kind.kind || row.expires_at <= now) throw fail('not_found');
  return row;
}

/** Stops an export. Throws `not_found`, `conflict` when it is over. */
export async function cancelExport(
  { tx, now, language, audit }: Deciding,
  kind: ExportKind,
  id: string,
): Promise<ShownExport> {
  await readKept(tx, kind, id, now);
  const { before, row } = await exportWork(kind).stop(tx, id, now);
  await audit(tx, id, { status: { before, after: 'canceled' } });
  return toExport(kind, row, [], language, now);
}

/** The exports of the tenant that are still kept, newest first. */
export async function listExports(
  tx: Tx,
  kind: ExportKind,
  asked: { cursor?: string | undefined; count: number },
  language: string,
  now: Date,
) {
  const kept = sql`kind = ${kind.kind} and expires_at > ${now}`;
  const { rows, ...page } = await exportWork(kind).list(tx, asked, kept);
  const ids = rows.map((row) => row.export_status_id);
  const partsOf = Map.groupBy(await queries.listParts(tx, ids), (part) => part.export_status_id);
  const results = rows.map((row) => toExport(kind, row, partsOf.get(row.export_status_id) ?? [], language, now));
  return { results, ...page };
}

/** The same as jobs. */
export const listExportJobs =
  (kind: queries.ExportRow['kind']) =>
  async (tx: Tx, asked: JobPlace, now: Date): Promise<Awaited<ReturnType<ListJobs<ExportJob>>>> => {
    const { rows, totalResults } = await queries.listKept(tx, kind, asked, now);
    const jobs = rows.slice(0, asked.count).map(toExportJob);
    const last = rows.length > asked.count ? jobs.at(-1) : undefined;
    return { jobs, totalResults, ...(last && { next: last.id }) };
  };

type ExportJob = ListedJob<queries.ExportRow['status']>;

const toExportJob = (row: queries.ExportRow): ExportJob => ({
  ...{ id: row.export_status_id, status: row.status, total: row.rows_total },
  share: shareOf(row.rows_done, row.rows_total),
  ...{ startedBy: row.created_by_user_id, createdAt: row.created_at, finishedAt: row.finished_at },
});

/** A file of an export, gzipped. Throws `not_found`, `conflict` until it is completed. */
export async function exportFile(
  db: Database,
  kind: ExportKind,
  { tenantId, id, index, now }: { tenantId: string; id: string; index: number; now: Date },
): Promise<FileAnswer> {
  const { row, parts } = await db.inTenant(tenantId, async (tx) => ({
    row: await readKept(tx, kind, id, now),
    parts: await queries.listParts(tx, [id]),
  }));
  if (row.status !== 'completed') throw fail('conflict');
  if (!parts.some((part) => part.index === index)) throw fail('not_found', { field: 'index' });
  const fileName = fileNameOf(kind, row, index, parts.length);
  return { fileName, content: Readable.from(piecesOf(db, tenantId, id, index), { objectMode: false }), gzipped: true };
}

async function* piecesOf(db: Database, tenantId: string, id: string, index: number): AsyncGenerator<Buffer> {
  for (let at = 0; ; at += 1) {
    const piece = at;
    const content = await db.inTenant(tenantId, (tx) => queries.readPiece(tx, id, index, piece));
    if (!content) return;
    yield content;
  }
}

function fileNameOf(kind: ExportKind, row: queries.ExportRow, index: number, parts: number): string {
  const name = kind.fileName(row);
  return parts === 1 ? `${name}.csv` : `${name}-${index}.csv`;
}

function toExport(kind: ExportKind, row: queries.ExportRow, parts: queries.Part[], language: string, now: Date) {
  const { rows_done: done, rows_total: total } = row;
  const span = row.started_at && { since: row.started_at, until: row.finished_at ?? now, done };
  const of = row.status === 'processing' ? { done, total: total ?? 0 } : null;
  const [error] = row.error_id === null ? [] : errorEntries(fail(row.error_id as ErrorId), language);
  return {
    exportStatusId: row.export_status_id,
    status: row.status,
    condition: row.condition,
    progress: { total, done, ...(span ? paceOf(span, of) : { perSecond: 0, secondsLeft: null }) },
    parts: (row.status === 'completed' ? parts : []).map(({ index, rows, bytes, sha256 }) => ({
      ...{ index, rows, bytes, ...(kind.hashed && { sha256: sha256?.toString('hex') ?? '' }) },
      fileName: fileNameOf(kind, row, index, parts.length),
    })),
    error: error ?? null,
    createdBy: row.created_by_user_id,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
  };
}
