import { createHash, type Hash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '../db/transaction.ts';
import type { ExportKind } from './kind.ts';
import * as queries from './queries.ts';

/** So much of a gzipped file is a row of its own. */
const PIECE_BYTES = 256 * 1024;
/** So much is packed at a time. */
const STRIDE_BYTES = 256 * 1024;
const BOM = '\uFEFF';

/** A part as it is claimed; times to the microsecond. */
export interface Part {
  index: number;
  after_uuid: string | null;
  after_at: string | null;
  up_to_uuid: string | null;
  up_to_at: string | null;
}

/** Rows of a file, and its bytes when it is unpacked. */
interface Written {
  rows: number;
  bytes: number;
  sha256: Buffer | null;
}

const endOf = (uuid: string | null, at: string | null): queries.End | null => (uuid === null ? null : { uuid, at });

interface Copying {
  db: Database;
  kind: ExportKind;
  client: pg.PoolClient;
  row: queries.ExportRow;
}

/** Writes a part, which its transaction holds: nothing of an earlier attempt is left. */
export async function copyPart({ db, kind, client, row }: Copying, part: Part, signal: AbortSignal): Promise<Written> {
  const stretch = { after: endOf(part.after_uuid, part.after_at), upTo: endOf(part.up_to_uuid, part.up_to_at) };
  const { tenant_id: tenantId, export_status_id: id } = row;
  await db.inTenant(tenantId, (tx) => queries.deletePieces(tx, id, part.index));
  const { columns, select } = await kind.lines(db, client, row, stretch);
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
