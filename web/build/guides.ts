import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { offeredLanguages } from '../../contract/src/languages.ts';
import { guides } from '../../contract/src/site/guides.ts';
import { loadGuide } from '../../messages/guides.ts';

function readAll() {
  return offeredLanguages.map((language) => ({ language, read: guides.map((id) => loadGuide(id, language)) }));
}

/** Of all guides: it names their directory, so that they can be cached for good. */
export const guidesHash = () => createHash('sha256').update(JSON.stringify(readAll())).digest('base64url').slice(0, 10);

/** Writes `assets/guides/<hash>/<lang>/<guide>.json` and `index.json`, which lists them. Throws GuideError. */
export async function writeGuides(distDirectory: string): Promise<void> {
  const hash = guidesHash();
  for (const { language, read } of readAll()) {
    const directory = join(distDirectory, 'assets/guides', hash, language);
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'index.json'), JSON.stringify(read.map(({ entry }) => entry)));
    for (const { guide } of read) await writeFile(join(directory, `${guide.id}.json`), JSON.stringify(guide));
  }
}
