import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { imagesIn, pinned } from './pin-images.ts';

const first = `sha256:${'a'.repeat(64)}`;
const second = `sha256:${'b'.repeat(64)}`;
const digests = new Map([
  ['node:24-slim', first],
  ['team/mail:v1.2', second],
]);

test('pins images of both kinds of file, and again when the tag has moved', () => {
  const before = 'FROM node:24-slim AS build\n    image: team/mail:v1.2\n    image: node:24-slim # here\n';
  const after = `FROM node:24-slim@${first} AS build\n    image: team/mail:v1.2@${second}\n    image: node:24-slim@${first} # here\n`;
  expect(pinned(before, digests)).toBe(after);
  expect(pinned(after.replaceAll(first, second), digests)).toBe(after);
  expect(imagesIn(before)).toEqual(['node:24-slim', 'team/mail:v1.2']);
  expect(imagesIn(after)).toEqual(['node:24-slim', 'team/mail:v1.2']);
  expect(imagesIn(after, true)).toEqual([]);
});

test.each([
  ['an image without a digest', new Map()],
  ['an invalid digest', new Map([['node:24-slim', 'latest']])],
])('refuses %s', (_, known) => {
  expect(() => pinned('FROM node:24-slim\n', known)).toThrow('No digest for node:24-slim');
});

test.each(['Dockerfile', 'compose.yaml', 'compose.local.yaml'])('finds the images of %s', (file) => {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => /^\s*(?:image:|FROM)\s/.test(line));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(imagesIn(line), line).toHaveLength(1);
});
