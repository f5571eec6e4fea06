import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Source {
  path: string;
  text: string;
}

/** Keys that are not written out in the sources, with the reason. */
export const dynamicPrefixes = [
  // Looked up by the ID of an error answer.
  'errors.',
  // Shared vocabulary, offered to every screen so that the same thing has the same word everywhere.
  'common.',
];

/** Every TypeScript file below the folders except tests: a text used only by a test counts as unused. */
export function readSources(root: URL, folders: readonly string[]): Source[] {
  return folders.flatMap((folder) => {
    const place = new URL(`${folder}/`, root);
    if (!existsSync(place)) return [];
    return readdirSync(place, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => ({
        path: `${folder}/${file}`,
        text: readFileSync(new URL(file.replaceAll('\\', '/'), place), 'utf8'),
      }));
  });
}

/** `t('area.key')`, `text('area.key')` and `<RichText text="area.key">`: keys that must exist. */
const askedFor = /(?:(?<![\w.])(?:t|text)\(\s*|\btext=\{?)(['"`])([a-z]\w*\.[^'"`$\s]+)\1/g;
/** Any text in quotes that could be a key: tables of keys count as use. */
const quoted = /(['"`])([a-z]\w*\.[^'"`$\s]+)\1/g;
/** A key built from a prefix: `mail.${kind}.subject` uses everything under `mail.`. */
const builtFrom = /`([a-z]\w*\.[^`$\s]*)\$\{/g;

export interface Usage {
  /** Key → the file that uses it. */
  asked: Map<string, string>;
  mentioned: Set<string>;
  prefixes: Set<string>;
}

/** Keys, prefixes and words that the sources mention. */
export function usageIn(sources: readonly Source[]): Usage {
  const usage: Usage = { asked: new Map(), mentioned: new Set(), prefixes: new Set() };
  for (const { path, text: whole } of sources) {
    // Ignore examples in comments.
    const text = whole.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    for (const match of text.matchAll(askedFor)) usage.asked.set(match[2] ?? '', path);
    for (const match of text.matchAll(quoted)) usage.mentioned.add(match[2] ?? '');
    for (const match of text.matchAll(builtFrom)) usage.prefixes.add(match[1] ?? '');
  }
  return usage;
}
