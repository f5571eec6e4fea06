import { createHash, type Hash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '../db/transaction.ts';
import type { ExportKind, Stretch } from './kind.ts';
import * as queries from './queries.ts';

/** So much of a gzipped file is a row of its own. */
const PIECE_BYTES = 256 * 1024;
/** So much is packed at a time. */
const STRIDE_BYTES = 256 * 1024;
const BOM = '\uFEFF';

interface Part extends Stretch {
  index: number;
}

/** Rows of a file, and its bytes when it is unpacked. */
interface Written {
  rows: number;
  bytes: number;
  sha256: Buffer | null;
}

/**
 * Writes one part that is not done and that nobody else is writing; false when there is none. It is there as a whole or
 * not at all: the stamp is committed last, and whoever finds none begins the part anew.
 */
export async function writePart(
  db: Database,
  kind: ExportKind,
  row: queries.ExportRow,
  signal: AbortSignal,
  now: Date,
): Promise<boolean> {
  const client = await db.copyPool.connect();
  try {
    await client.query(`begin; select set_config('app.tenant_id', '${row.tenant_id}', true)`);
    const part = await takePart(client, row.export_status_id);
    if (!part) {
      await client.query('rollback');
      client.release();
      return false;
    }
    const written = await copyPart({ db, kind, client, row }, part, signal);
    await db.inTenant(row.tenant_id, async (tx) => kind.refuseWorthless?.(tx, row));
    await stampPart(client, row.export_status_id, part.index, written, now);
    client.release();
    return true;
  } catch (error) {
    // A COPY that was cut off leaves the connection in the middle of it.
    client.release(true);
    throw error;
  }
}

interface PartRow {
  index: number;
  after_uuid: string | null;
  after_at: string | null;
  up_to_uuid: string | null;
  up_to_at: string | null;
}

/** Held so that nobody else takes it, but its pieces can refer to it. */
async function takePart(client: pg.PoolClient, id: string): Promise<Part | null> {
  const { rows } = await client.query<PartRow>(
    `select index, after_uuid, after_at::text, up_to_uuid, up_to_at::text from user_export_parts
     where export_status_id = $1 and done_at is null order by index limit 1 for no key update skip locked`,
    [id],
  );
  const [row] = rows;
  if (!row) return null;
  return {
    index: row.index,
    after: row.after_uuid === null ? null : { uuid: row.after_uuid, at: row.after_at },
    upTo: row.up_to_uuid === null ? null : { uuid: row.up_to_uuid, at: row.up_to_at },
  };
}

interface Copying {
  db: Database;
  kind: ExportKind;
  client: pg.PoolClient;
  row: queries.ExportRow;
}

async function copyPart({ db, kind, client, row }: Copying, part: Part, signal: AbortSignal): Promise<Written> {
  const { tenant_id: tenantId, export_status_id: id } = row;
  await db.inTenant(tenantId, (tx) => queries.deletePieces(tx, id, part.index));
  const { columns, select } = await kind.lines(db, client, row, part);
  const copy = client.query(copyTo(`copy (${select}) to stdout (format csv)`));
  const pieces = pieceWriter((piece, content) =>
    db.inTenant(tenantId, (tx) => queries.insertPiece(tx, { tenantId, id, index: part.index, piece }, content)),
  );
  const hash = kind.hashed ? createHash('sha256') : null;
  // Level 1: on the way to twice the speed for a tenth more bytes.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 });
  const text = Readable.from(withHeader(`${BOM}${columns.join(',')}\n`, copy, hash), { objectMode: false });
  await pipeline(text, gzip, pieces.stream, { signal });
  // The number of rows comes behind the last of them: it is there once the connection has answered to anything else.
  await client.query('select');
  return { rows: copy.rowCount, bytes: gzip.bytesWritten, sha256: hash?.digest() ?? null };
}

/** The header, then the lines in strides: a line by itself is too little to hash and to pack at a time. */
async function* withHeader(header: string, lines: AsyncIterable<Buffer>, hash: Hash | null): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [Buffer.from(header)];
  let bytes = 0;
  const stride = () => {
    const content = Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
    hash?.update(content);
    return content;
  };
  for await (const chunk of lines) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes >= STRIDE_BYTES) yield stride();
  }
  if (waiting.length > 0) yield stride();
}

async function stampPart(client: pg.PoolClient, id: string, index: number, written: Written, now: Date): Promise<void> {
  await client.query(
    `update user_export_parts set done_at = $3, rows = $4, bytes = $5, sha256 = $6 where export_status_id = $1 and index = $2`,
    [id, index, now, written.rows, written.bytes, written.sha256],
  );
  await client.query('update user_exports set rows_done = rows_done + $2 where export_status_id = $1', [
    id,
    written.rows,
  ]);
  await client.query('commit');
}

/** Collects bytes and hands them on in pieces; its end waits for the last. */
function pieceWriter(write: (piece: number, content: Buffer) => Promise<void>) {
  let waiting: Buffer[] = [];
  let [bytes, piece] = [0, 0];
  const flush = async () => {
    if (bytes === 0) return;
    const content = Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
    piece += 1;
    await write(piece - 1, content);
  };
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes < PIECE_BYTES) done();
      else flush().then(() => done(), done);
    },
    final(done) {
      flush().then(() => done(), done);
    },
  });
  return { stream };
}
