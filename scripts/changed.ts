import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import type { SourceFile } from './boundaries.ts';

/** Tests affected by a change, by project, nearest first; those that do not fit into a minute are only counted. */
export interface Concerned {
  unit: string[];
  web: string[];
  http: string[];
  leftOut: number;
}

/** Test files of a project that fit into a minute beside types and lint; an HTTP test takes seconds. */
const ROOM = { web: 10, http: 5 };

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const isHttp = (path: string) => path.startsWith('server/') && isTest(path) && !path.endsWith('.unit.test.ts');
const isWeb = (path: string) => path.startsWith('web/') && isTest(path);

/** Importers of each file. */
function importersOf(files: readonly SourceFile[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files)
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), path]);
  return importers;
}

/** HTTP tests near a server file: in its folder or below, otherwise in the nearest folder above, within its area. */
function neighbours(path: string, tests: readonly string[]): string[] {
  for (let folder = dirname(path); folder.split('/').length > 2; folder = dirname(folder)) {
    const found = tests.filter((test) => test.startsWith(`${folder}/`));
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Selects unit and web tests that import a changed file, directly or not. HTTP tests start the whole server and so
 * import everything: those next to a changed file come first, then those next to its importers.
 */
export function testsFor(changed: readonly string[], files: readonly SourceFile[], room = ROOM): Concerned {
  const importers = importersOf(files);
  const reached = new Set(changed);
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  const present = new Set(files.map(({ path }) => path));
  const tests = [...reached].filter((path) => isTest(path) && present.has(path));
  const http = files.map(({ path }) => path).filter(isHttp);
  const near = (path: string) => (isHttp(path) ? [path] : neighbours(path, http));
  const ordered = new Set(
    [
      ...changed.filter(isHttp),
      ...changed.flatMap(near),
      ...changed.flatMap((path) => importers.get(path) ?? []).flatMap(near),
    ].filter((path) => present.has(path)),
  );
  const web = tests.filter(isWeb);
  return {
    unit: tests.filter((path) => !isHttp(path) && !isWeb(path)),
    web: web.slice(0, room.web),
    http: [...ordered].slice(0, room.http),
    leftOut: Math.max(0, web.length - room.web) + Math.max(0, ordered.size - room.http),
  };
}

/** Files that differ from the last commit; if none, those of the last commit. Without deleted ones. */
export function changedFiles(root: string): string[] {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n');
  const kept = ['--name-only', '--diff-filter=d'];
  const open = [...git('diff', ...kept, 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  const found = open.filter((path) => path !== '');
  return found.length > 0 ? found : git('diff', ...kept, 'HEAD~1', 'HEAD').filter((path) => path !== '');
}
