import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

/**
 * Budgets: the scripts that a first visit needs, each as brotli. With styles and the document the bar of My account is
 * 190 kB (`npm run bench pages` measures it in a browser). Lower a figure whenever it shrinks; to raise it, say why:
 * each page of the portal adds some hundred bytes to the table of places, lately the unknown users of connections; figures
 * and dates as in Portugal took sixty, and the palette that gets what is typed before it has come, a hundred and fifty.
 */
const MOST_SCRIPTS = { account: 150_700, users: 175_400 };

const dist = new URL('../web/dist/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, dist), 'utf8');

/** A script and all that it imports before it runs. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, imported = ''] of read(file).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    withImports(`assets/${imported}`, found);
  return found;
}

/** What a page weighs, found by the names of the files that only it needs. */
function weightOf(names: RegExp, isOfPage: (script: string) => boolean): number {
  // `npm test` builds the pages before it begins.
  expect(existsSync(new URL('portal.html', dist)), 'npm run build').toBe(true);
  const first = [...read('portal.html').matchAll(/src="\/(assets\/[\w.-]+\.js)/g)].map(([, file = '']) => file);
  const later = readdirSync(new URL('assets/', dist))
    .map((name) => `assets/${name}`)
    .filter((file) => names.test(file) && isOfPage(read(file)));
  expect(later.length).toBe(names.source.split('|').length);
  const found = new Set<string>();
  for (const file of [...first, ...later]) withImports(file, found);
  expect(found.size).toBeGreaterThan(10);
  return [...found].reduce((sum, file) => sum + brotliCompressSync(read(file)).length, 0);
}

// Compressing all scripts takes a busy machine several seconds.
const patient = { timeout: 60_000 };

test('My account stays within its weight', patient, () => {
  const weight = weightOf(/\/(?:AccountPage|BasicSettings)-[\w-]+\.js$/, (script) => /account\./.test(script));
  expect(weight).toBeLessThanOrEqual(MOST_SCRIPTS.account);
});

test("the administrator's list of users stays within its weight", patient, () => {
  expect(weightOf(/\/(?:UserList|people)-[\w-]+\.js$/, () => true)).toBeLessThanOrEqual(MOST_SCRIPTS.users);
});
