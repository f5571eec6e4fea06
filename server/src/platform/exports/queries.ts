import { type Insertable, type Selectable, sql } from 'kysely';
import type { UserExports } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';

/**
 * Where a part begins (behind it) or ends (with it): the uuid of a user; the time and the id of a row of a log, the time
 * as PostgreSQL writes it, to the microsecond.
 */
export interface End {
  at: string | null;
  uuid: string;
}

export type ExportRow = Selectable<UserExports>;

type Kind = ExportRow['kind'];

/** Starts of one tenant come one after the other. */
export async function queueUp(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exports of ${tenantId}`}, 0))`.execute(tx);
}

export async function countRunning(tx: Tx, kind: Kind): Promise<number> {
  const { running } = await tx
    .selectFrom('user_exports')
    .select((row) => row.fn.countAll<number>().as('running'))
    .where('kind', '=', kind)
    .where('status', 'in', ['accepting', 'processing'])
    .executeTakeFirstOrThrow();
  return running;
}

/** Exports of a kind that are still kept, newest first, behind one of them: one more than asked for tells of more. */
export async function listKept(
  tx: Tx,
  kind: Kind,
  { cursor, count }: { cursor?: string | undefined; count: number },
  now: Date,
): Promise<{ rows: ExportRow[]; totalResults: number }> {
  const kept = tx.selectFrom('user_exports').where('kind', '=', kind).where('expires_at', '>', now);
  const behind = cursor === undefined ? kept : kept.where('export_status_id', '<', cursor);
  const rows = await behind
    .selectAll()
    .orderBy('export_status_id', 'desc')
    .limit(count + 1)
    .execute();
  const counted = await kept.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, totalResults: counted.total };
}

export async function insertExport(tx: Tx, row: Insertable<UserExports>): Promise<ExportRow> {
  return tx.insertInto('user_exports').values(row).returningAll().executeTakeFirstOrThrow();
}

/** All but the newest so many that have ended are past their keeping. */
export async function expireOldest(tx: Tx, kind: Kind, keep: number, now: Date): Promise<void> {
  await sql`
    update user_exports set expires_at = ${now} where kind = ${kind} and status not in ('accepting', 'processing') and expires_at > ${now}
      and export_status_id not in (
        select export_status_id from user_exports where kind = ${kind} and expires_at > ${now} order by export_status_id desc limit ${keep})`.execute(
    tx,
  );
}

export interface Part {
  export_status_id: string;
  index: number;
  rows: number;
  bytes: number;
  sha256: Buffer | null;
}

export async function listParts(tx: Tx, ids: readonly string[]): Promise<Part[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('user_export_parts')
    .select(['export_status_id', 'index', 'rows', 'bytes', 'sha256'])
    .where('export_status_id', 'in', ids)
    .orderBy('index')
    .execute();
}

/** The parts of an export: each ends where the next begins. With nothing in it there is one, empty. */
export async function insertParts(tx: Tx, tenantId: string, id: string, ends: readonly End[]): Promise<void> {
  const rows = (ends.length === 0 ? [null] : ends).map((upTo, at) => ({
    ...{ tenant_id: tenantId, export_status_id: id, index: at + 1 },
    ...{ after_uuid: ends[at - 1]?.uuid ?? null, after_at: ends[at - 1]?.at ?? null },
    ...{ up_to_uuid: upTo?.uuid ?? null, up_to_at: upTo?.at ?? null },
  }));
  await tx.insertInto('user_export_parts').values(rows).execute();
}

export async function deletePieces(tx: Tx, id: string, index: number): Promise<void> {
  await tx.deleteFrom('user_export_pieces').where('export_status_id', '=', id).where('index', '=', index).execute();
}

export async function insertPiece(
  tx: Tx,
  place: { tenantId: string; id: string; index: number; piece: number },
  content: Buffer,
): Promise<void> {
  const { tenantId, id, index, piece } = place;
  await tx
    .insertInto('user_export_pieces')
    .values({ tenant_id: tenantId, export_status_id: id, index, piece, content })
    .execute();
}

export async function readPiece(tx: Tx, id: string, index: number, piece: number): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('user_export_pieces')
    .select('content')
    .where('export_status_id', '=', id)
    .where('index', '=', index)
    .where('piece', '=', piece)
    .executeTakeFirst();
  return row?.content ?? null;
}

/** Deletes those of these exports that are past their keeping, with their files; gives them. */
export async function deleteExpired(tx: Tx, ids: readonly string[], now: Date): Promise<ExportRow[]> {
  return tx
    .deleteFrom('user_exports')
    .where('export_status_id', 'in', ids)
    .where('expires_at', '<', now)
    .where('status', 'not in', ['accepting', 'processing'])
    .returningAll()
    .execute();
}
