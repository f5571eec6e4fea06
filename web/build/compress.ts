import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

type Compressed = Promise<readonly [br: Buffer, gz: Buffer]>;

/** The last step of brotli takes a hundredth off programs and styles; for texts, in each language, it takes too long. */
async function compressed(content: Buffer, best: boolean): Compressed {
  const quality = best ? constants.BROTLI_MAX_QUALITY : 10;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return Promise.all([brotli(content, { params }), zip(content, { level: 9 })]);
}

/** Writes `.br` and `.gz` beside every file over 1 kB of a directory, so that the server compresses nothing twice. */
export async function compressFiles(directory: string): Promise<void> {
  // Most languages share their texts; equal contents are compressed once.
  const known = new Map<string, Compressed>();
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile() && /\.(js|css|json|svg)$/.test(entry.name))) {
    const path = join(file.parentPath, file.name);
    const content = await readFile(path);
    if (content.length < 1024) continue;
    const key = content.toString('latin1');
    const both = known.get(key) ?? compressed(content, /\.(js|css)$/.test(file.name));
    known.set(key, both);
    const [br, gz] = await both;
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
  }
}
