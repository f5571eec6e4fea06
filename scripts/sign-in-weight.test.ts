import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

/**
 * Budget of the sign-in page: everything that its first load needs, each file gzipped. Later parts (MFA, a new
 * password) are loaded when needed. Lower a figure whenever it shrinks; to raise one, say why: all pages for guests share
 * styles, lately those of the parties of a sign-out and of the set-up of a connection.
 */
const MOST = { html: 7430, scripts: 89_800 };

const dist = new URL('../web/dist/', import.meta.url);
const weight = (file: string) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length;

test('the sign-in page stays within its weight', () => {
  const page = 'guest/login.en.html';
  // `npm test` builds the pages before it begins.
  expect(existsSync(new URL(page, dist)), 'npm run build').toBe(true);
  const html = readFileSync(new URL(page, dist), 'utf8');
  const scripts = new Set([...html.matchAll(/\/(assets\/[\w.-]+\.js)/g)].map(([, file = '']) => file));
  expect(scripts.size).toBeGreaterThan(5);
  expect(html).not.toMatch(/NewPassword|SecondFactor|LaterStep/);
  expect([...scripts].reduce((sum, file) => sum + weight(file), 0)).toBeLessThanOrEqual(MOST.scripts);
  expect(weight(page)).toBeLessThanOrEqual(MOST.html);
});
