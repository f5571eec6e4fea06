import { fail } from '#contract/errors.ts';
import type { Tools } from '../../platform/tools.ts';
import { importPartContext } from '../../platform/secrets/sealed-columns.ts';
import { insertPart, readPart } from './queries.ts';

/** So much of a file is a row of its own. */
const PART_BYTES = 512 * 1024;

/** What files are kept with. */
export type Keeping = Pick<Tools, 'db' | 'sealer'>;

/**
 * Keeps a file as it comes in, sealed: a directory's may hold passwords. Gives its length. `look` sees each piece. Throws
 * `file_empty`.
 */
export async function keepFile(
  { db, sealer }: Keeping,
  place: { tenantId: string; importId: string },
  content: AsyncIterable<Buffer>,
  look: (piece: Buffer) => void,
): Promise<number> {
  let pieces: Buffer[] = [];
  let [waiting, bytes, part] = [0, 0, 0];
  const write = async () => {
    const sealed = sealer.seal(Buffer.concat(pieces), importPartContext(place.tenantId, place.importId, part));
    [pieces, waiting] = [[], 0];
    const at = { ...place, part };
    part += 1;
    await db.inTenant(place.tenantId, (tx) => insertPart(tx, at, sealed));
  };
  for await (const piece of content) {
    look(piece);
    pieces.push(piece);
    waiting += piece.length;
    bytes += piece.length;
    if (waiting >= PART_BYTES) await write();
  }
  if (bytes === 0) throw fail('file_empty');
  if (waiting > 0) await write();
  return bytes;
}

/** The pieces of a kept file; `onRead` is told the bytes read so far. */
export async function* readFile(
  { db, sealer }: Keeping,
  tenantId: string,
  importId: string,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for (let part = 0; ; part += 1) {
    const at = part;
    const kept = await db.inTenant(tenantId, (tx) => readPart(tx, importId, at));
    if (!kept) return;
    const piece = kept.sealed ? sealer.open(kept.content, importPartContext(tenantId, importId, at)) : kept.content;
    yield piece;
    bytes += piece.length;
    onRead(bytes);
  }
}
