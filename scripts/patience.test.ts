import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const tests = globSync('web/src/**/*.test.{ts,tsx}', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(`${root}/${path}`, 'utf8'),
}));

/** Libraries wait one second unless told otherwise, which a busy machine needs for one step. */
test('every web test that waits has the patience of web/test/patience.ts', () => {
  const waiting = tests.filter(({ text }) => /\b(?:waitFor|find(?:All)?By\w+)\b/.test(text));
  expect(waiting.length).toBeGreaterThan(60);
  const withPatience = /test\/(?:patience|page|render|server)\.tsx?'/;
  expect(waiting.filter(({ text }) => !withPatience.test(text)).map(({ path }) => path)).toEqual([]);
});

test('no web test has a patience of its own', () => {
  const own = /asyncUtilTimeout|testTimeout|vi\.waitFor|\btimeout: /;
  expect(tests.filter(({ text }) => own.test(text)).map(({ path }) => path)).toEqual([]);
});
