import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { circles } from './boundaries.ts';

const assets = new URL('../web/dist/assets/', import.meta.url);
const IMPORT = /(?:^|[;}\n])import(?:[^"'`()]*?from)?\s*["'`]\.\/([^"'`]+)["'`]/g;

/**
 * Modules without a circle can still be bundled into files that import each other. Then a value that one file creates
 * while loading may not exist yet for the other.
 */
test('no files of the built web import each other', () => {
  // `npm test` builds the pages before it begins.
  const files = readdirSync(assets).filter((file) => file.endsWith('.js'));
  const imports = files.map((file): [string, Set<string>] => {
    const source = readFileSync(new URL(file, assets), 'utf8');
    return [file, new Set([...source.matchAll(IMPORT)].map(([, imported = '']) => imported))];
  });
  expect(files.length).toBeGreaterThan(100);
  expect(imports.flatMap(([, imported]) => [...imported]).length).toBeGreaterThan(1000);
  expect(circles(new Map(imports))).toEqual([]);
});
