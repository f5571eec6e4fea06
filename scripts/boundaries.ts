import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The walls between the rooms (docs/ARCHITECTURE.md), held over the import lines of every file. */

export interface SourceFile {
  path: string;
  imports: string[];
}

interface Wall {
  name: string;
  /** The files it holds for. */
  inside: RegExp;
  /** Whether an import (a path in the repository, or a package) trespasses. */
  refuses(imported: string, file: string): boolean;
}

const featureOf = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1];
/** `<service area>/<feature>`, or `sign-in`; what lies deeper belongs to the feature. */
const serverFeatureOf = (path: string) => /^server\/src\/(sign-in|[^/]+\/[^/]+)\//.exec(path)?.[1];
const isTest = (path: string) => /\.(unit\.)?test\.tsx?$/.test(path);

/** What connections to others can be opened with. */
const opensSockets = new Set(
  ['net', 'tls', 'http', 'https', 'http2', 'dgram', 'dns', 'dns/promises'].flatMap((name) => [name, `node:${name}`]),
)
  .add('undici')
  .add('nodemailer');
/** In place of an import: a file that calls the `fetch` of the run time. */
const CALLS_FETCH = 'fetch()';
/** In place of an import: a file that looks into the text of a statement. */
const READS_SQL = 'the text of SQL';
const READING_SQL =
  /\b(?:text|sql|statement|query|compiled)\??\.(?:startsWith|endsWith|includes|indexOf|match|matchAll|search|replace|replaceAll|slice|substring|split)\(|\.(?:test|exec)\(\s*(?:[\w?]+\.)*(?:text|sql|statement|query)\s*\)/;
/** Who may nevertheless, and why. PostgreSQL is reached by pg, and people by the server that Fastify makes. */
const mayOpenSockets: Record<string, string[]> = {
  // The mail server is the operator's.
  'server/src/mail/transport.ts': ['nodemailer'],
  // Looks for a free port of its own machine.
  'server/src/db/embedded.ts': ['node:net'],
  // Tell an address from other texts; they connect to nothing.
  'server/src/http/client-info.ts': ['node:net'],
  'server/src/authentication/logs/sources.ts': ['node:net'],
};

const walls: Wall[] = [
  {
    name: 'the contract imports zod and itself',
    inside: /^contract\/src\//,
    refuses: (imported) => !imported.startsWith('contract/') && imported !== 'zod',
  },
  {
    name: 'the web never loads zod, nor the server',
    inside: /^web\/src\//,
    refuses: (imported) => imported === 'zod' || imported.startsWith('server/') || imported.startsWith('node:'),
  },
  {
    name: 'web/src/ui knows no business',
    inside: /^web\/src\/ui\//,
    refuses: (imported) => /^web\/src\/(api|session|features|pickers|guest)\//.test(imported),
  },
  {
    name: 'a web feature does not import another',
    inside: /^web\/src\/features\//,
    refuses: (imported, file) => featureOf(imported) !== undefined && featureOf(imported) !== featureOf(file),
  },
  {
    name: 'routes reach no queries of another feature and no SQL',
    inside: /^server\/src\/.*\/routes\.ts$/,
    refuses: (imported, file) =>
      imported === 'pg' ||
      imported === 'kysely' ||
      (/queries\.ts$/.test(imported) && serverFeatureOf(imported) !== serverFeatureOf(file)),
  },
  {
    name: 'queries of a feature are its own',
    inside:
      /^server\/src\/(authentication|sign-in|account|portal|site|operator|device-management|service-management)\//,
    refuses: (imported, file) =>
      /queries\.ts$/.test(imported) &&
      imported.startsWith('server/src/') &&
      serverFeatureOf(imported) !== serverFeatureOf(file) &&
      !isTest(file),
  },
  {
    name: 'the technique rooms know no business',
    inside: /^server\/src\/(crypto|mail|jobs|audit|db|net|deliver|images)\//,
    refuses: (imported) =>
      /^server\/src\/(authentication|sign-in|account|portal|site|operator|device-management|service-management)\//.test(
        imported,
      ),
  },
  {
    name: 'calls to others go through server/src/net',
    inside: /^server\/src\/(?!net\/)/,
    refuses: (imported, file) =>
      (opensSockets.has(imported) && !mayOpenSockets[file]?.includes(imported)) || imported === CALLS_FETCH,
  },
  {
    name: 'what carries a statement does not read it',
    inside: /^server\/src\/db\//,
    refuses: (imported) => imported === READS_SQL,
  },
  {
    name: 'decisions are pure',
    inside: /^server\/src\/.*\/decide\.ts$/,
    refuses: (imported) => !imported.startsWith('contract/'),
  },
  {
    name: 'Fastify stays in http, app and what it mounts',
    inside:
      /^server\/src\/(authentication|sign-in|account|portal|device-management|service-management)\/(?:.*\/)?(?!routes|register|provider|cookie|mount)[^/]*\.ts$/,
    refuses: (imported, file) => imported === 'fastify' && !/oauth-provider\//.test(file) && !isTest(file),
  },
];

/** Every trespass among the files, in words. */
export function trespasses(files: SourceFile[]): string[] {
  return files.flatMap((file) =>
    walls
      .filter((wall) => wall.inside.test(file.path) && !isTest(file.path))
      .flatMap((wall) =>
        file.imports
          .filter((imported) => wall.refuses(imported, file.path))
          .map((imported) => `${file.path} imports ${imported}: ${wall.name}`),
      ),
  );
}

const IMPORT =
  /^\s*(?:import|export)\s(type\s)?[^'";]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|^import\s+'([^']+)'/gm;
const aliases: Record<string, string> = {
  '#contract/': 'contract/src/',
  '#messages/': 'messages/',
  '#server/': 'server/src/',
  '#test/': 'server/test/',
};

/** The imports of a source text that exist at run time, as paths in the repository or package names. */
export function importsOf(path: string, source: string): string[] {
  const imports = [...source.matchAll(IMPORT)]
    .filter((match) => !match[1])
    .map((match) => resolveImport(path, match[2] ?? match[3] ?? match[4] ?? ''));
  if (/(?:^|[^.\w'"`])(?:globalThis\.)?fetch\(/m.test(source)) imports.push(CALLS_FETCH);
  if (path.startsWith('server/src/db/') && READING_SQL.test(source)) imports.push(READS_SQL);
  return imports;
}

function resolveImport(path: string, imported: string): string {
  if (imported.startsWith('.')) return join(dirname(path), imported);
  for (const [alias, folder] of Object.entries(aliases))
    if (imported.startsWith(alias)) return folder + imported.slice(alias.length);
  return imported;
}

/** Reads every source file of the repository, or of other folders of it. */
export function readSources(root: string, folders = ['contract', 'server', 'web/src', 'messages']): SourceFile[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => {
      const path = relative(root, join(entry.parentPath, entry.name));
      return { path, imports: importsOf(path, readFileSync(join(root, path), 'utf8')) };
    });
}
