import { type Insertable, type Selectable, sql } from 'kysely';
import { ask, send } from '../../../platform/db/ask.ts';
import type { ScimBulks } from '../../../platform/db/schema.ts';
import type { Tx } from '../../../platform/db/transaction.ts';
import type { Operation } from './plan.ts';
import type { Result } from './result.ts';

export type BulkRow = Selectable<ScimBulks>;

/** The same that was sent before and whose answer nobody has had. */
export const findUnanswered = (tx: Tx, source: string, digest: Buffer): Promise<BulkRow | undefined> =>
  tx
    .selectFrom('scim_bulks')
    .selectAll()
    .where('source_uuid', '=', source)
    .where('digest', '=', digest)
    .where('answered_at', 'is', null)
    .executeTakeFirst();

/** Answers that nobody has asked for again since a moment are taken as had. */
export async function giveUpAnswers(tx: Tx, source: string, before: Date, now: Date): Promise<void> {
  await send(
    tx,
    sql`update scim_bulks set answered_at = ${now}
      where source_uuid = ${source}::uuid and answered_at is null and status <> 'processing' and created_at < ${before}`,
  );
}

export async function forgetOld(tx: Tx, source: string, before: Date): Promise<void> {
  await send(
    tx,
    sql`delete from scim_bulks where source_uuid = ${source}::uuid and created_at < ${before} and status <> 'processing'`,
  );
}

export async function countUnfinished(tx: Tx, source: string): Promise<number> {
  const rows = await ask(
    tx,
    sql<{ n: number }>`
      select count(*)::integer as n from scim_bulks where source_uuid = ${source}::uuid and status = 'processing'`,
  );
  return rows[0]?.n ?? 0;
}

/** Those of the tenant that were begun before a moment and are not over. */
export const listUnfinished = (tx: Tx, before: Date): Promise<Pick<BulkRow, 'tenant_id' | 'uuid'>[]> =>
  tx
    .selectFrom('scim_bulks')
    .select(['tenant_id', 'uuid'])
    .where('status', '=', 'processing')
    .where('created_at', '<', before)
    .orderBy('uuid')
    .execute();

export async function insertBulk(tx: Tx, row: Insertable<ScimBulks>): Promise<void> {
  await tx.insertInto('scim_bulks').values(row).execute();
}

export async function insertPieces(
  tx: Tx,
  { tenantId, uuid }: { tenantId: string; uuid: string },
  pieces: readonly { operations: readonly Operation[]; results: readonly Result[] }[],
): Promise<void> {
  for (const [piece, { operations, results }] of pieces.entries())
    await send(
      tx,
      sql`
        insert into scim_bulk_pieces (tenant_id, bulk_uuid, piece, size, operations, results)
        values (${tenantId}, ${uuid}::uuid, ${piece}, ${operations.length}, ${JSON.stringify(operations)}::json,
          ${JSON.stringify(results)}::json)`,
    );
}

/** Whether its source is on, and the token by which it was sent is still good. */
const mayGoOn = (now: Date) =>
  sql<boolean>`(s.enabled and (b.token_uuid is null or (t.revoked_at is null and t.expires_at > ${now})))`;
const ofSource = sql`from scim_bulks b
  join provisioning_sources s on s.tenant_id = b.tenant_id and s.uuid = b.source_uuid
  left join management_tokens t on t.tenant_id = b.tenant_id and t.uuid = b.token_uuid`;

/** Whether it might have gone on: nobody stopped it. */
export async function wasAllowed(tx: Tx, uuid: string, now: Date): Promise<boolean> {
  const asked = sql<{ may: boolean }>`select ${mayGoOn(now)} as may ${ofSource} where b.uuid = ${uuid}::uuid`;
  return (await ask(tx, asked))[0]?.may ?? false;
}

/** Who sends the same by another token answers for it from now on. Nobody waits for who is at it. */
export async function handOver(tx: Tx, { uuid, token_uuid }: BulkRow, token: string): Promise<void> {
  if (token_uuid === token) return;
  await send(
    tx,
    sql`update scim_bulks set token_uuid = ${token}::uuid where uuid in (
      select uuid from scim_bulks where uuid = ${uuid}::uuid for update skip locked)`,
  );
}

/** One that is not over, held until the transaction ends. Who finds it held by another does not wait with a connection. */
export async function holdBulk(
  tx: Tx,
  uuid: string,
  now: Date,
): Promise<(BulkRow & { may_go_on: boolean }) | 'held' | 'over'> {
  const rows = await ask(
    tx,
    sql<BulkRow & { may_go_on: boolean }>`
      select b.*, ${mayGoOn(now)} as may_go_on ${ofSource}
      where b.uuid = ${uuid}::uuid and b.status = 'processing' for update of b skip locked`,
  );
  if (rows[0]) return rows[0];
  const left = sql`select from scim_bulks where uuid = ${uuid}::uuid and status = 'processing'`;
  return (await ask(tx, left)).length > 0 ? 'held' : 'over';
}

export interface Piece {
  piece: number;
  size: number;
  done: number;
  operations: Operation[];
  results: Result[];
}

/** The first piece that is not done. */
export async function nextPiece(tx: Tx, uuid: string): Promise<Piece | null> {
  const rows = await ask(
    tx,
    sql<Piece>`
      select piece, size, done, operations, results from scim_bulk_pieces
      where bulk_uuid = ${uuid}::uuid and done < size order by piece limit 1`,
  );
  return rows[0] ?? null;
}

/** A piece that is done forgets what it was to do. */
export async function stampPiece(tx: Tx, uuid: string, piece: Piece, results: readonly Result[]): Promise<void> {
  const done = piece.done + results.length;
  await send(
    tx,
    sql`
      update scim_bulk_pieces set done = ${done}, results = ${JSON.stringify([...piece.results, ...results])}::json,
        operations = case when ${done} = size then '[]' else operations end
      where bulk_uuid = ${uuid}::uuid and piece = ${piece.piece}`,
  );
}

export async function countOn(
  tx: Tx,
  uuid: string,
  { done, failed, ids }: { done: number; failed: number; ids: Record<string, string> },
): Promise<void> {
  const more = Object.keys(ids).length > 0 ? sql`, ids = ids || ${JSON.stringify(ids)}::jsonb` : sql``;
  await send(
    tx,
    sql`update scim_bulks set done = done + ${done}, failed = failed + ${failed} ${more} where uuid = ${uuid}::uuid`,
  );
}

/** What is left of its operations and of whom they made is forgotten. */
export async function end(tx: Tx, uuid: string, status: 'completed' | 'error', now: Date): Promise<void> {
  await send(
    tx,
    sql`
      update scim_bulks set status = ${status}, finished_at = ${now}, ids = '{}',
        answered_at = case when ${status} = 'error' then coalesce(answered_at, ${now}) else answered_at end
      where uuid = ${uuid}::uuid and status = 'processing'`,
  );
  await send(
    tx,
    sql`update scim_bulk_pieces set operations = '[]', size = done where bulk_uuid = ${uuid}::uuid and done < size`,
  );
}

export async function noteAnswered(tx: Tx, uuid: string, now: Date): Promise<void> {
  await send(tx, sql`update scim_bulks set answered_at = ${now} where uuid = ${uuid}::uuid and answered_at is null`);
}

export const findBulk = (tx: Tx, source: string, uuid: string): Promise<BulkRow | undefined> =>
  tx.selectFrom('scim_bulks').selectAll().where('source_uuid', '=', source).where('uuid', '=', uuid).executeTakeFirst();

/** What became of its operations so far. */
export async function readResults(tx: Tx, uuid: string): Promise<Result[]> {
  const rows = await ask(
    tx,
    sql<{ results: Result[] }>`select results from scim_bulk_pieces where bulk_uuid = ${uuid}::uuid order by piece`,
  );
  return rows.flatMap(({ results }) => results);
}

/** Latest first. */
export async function listBulks(
  tx: Tx,
  source: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: BulkRow[]; total: number }> {
  const of = tx.selectFrom('scim_bulks').where('source_uuid', '=', source);
  const rows = await of.selectAll().orderBy('uuid', 'desc').limit(limit).offset(offset).execute();
  const counted = await of.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(counted.total) };
}
