import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Writes the current digest of each image's tag into the Dockerfile and the compose files, as `name:tag@sha256:…`, so
 * that a later push to the tag does not change what is built and run. Uses the registry that docker is set up for:
 *   node scripts/pin-images.ts          pins every image, including pinned ones, to the current digest of the tag
 *   node scripts/pin-images.ts --check  only lists images that are not pinned, and exits with 1 if there are any
 */

const files = ['Dockerfile', 'compose.yaml', 'compose.local.yaml'];
const IMAGE = /^(\s*(?:image:|FROM)\s+)([\w./-]+:[\w.-]+)(@sha256:[0-9a-f]{64})?(?=\s|$)/gm;

/** Images named in a file, without digests; with `onlyUnpinned`, only those without one. */
export function imagesIn(text: string, onlyUnpinned = false): string[] {
  const found = [...text.matchAll(IMAGE)].filter(([, , , digest]) => !onlyUnpinned || !digest);
  return [...new Set(found.map(([, , image]) => String(image)))];
}

/** The text with a digest after each image. Throws if one is missing or not SHA-256. */
export function pinned(text: string, digests: ReadonlyMap<string, string>): string {
  return text.replace(IMAGE, (_, before: string, image: string) => {
    const digest = digests.get(image) ?? '';
    if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`No digest for ${image}: ${digest || 'nothing'}`);
    return `${before}${image}@${digest}`;
  });
}

/** Digest of a tag in the registry now, for all platforms together. */
async function digestOf(image: string): Promise<string> {
  const format = ['--format', '{{.Manifest.Digest}}'];
  const { stdout } = await promisify(execFile)('docker', ['buildx', 'imagetools', 'inspect', ...format, image]);
  return stdout.trim();
}

async function main(isCheck: boolean): Promise<void> {
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })));
  const images = [...new Set(texts.flatMap(({ text }) => imagesIn(text, isCheck)))];
  if (isCheck) {
    for (const image of images) console.log(`not pinned: ${image}`);
    process.exitCode = images.length > 0 ? 1 : 0;
    return;
  }
  const digests = new Map<string, string>();
  for (const image of images) digests.set(image, await digestOf(image));
  for (const { file, text } of texts) await writeFile(file, pinned(text, digests));
  for (const [image, digest] of digests) console.log(`${image} is ${digest}`);
}

if (import.meta.main) await main(process.argv.includes('--check'));
