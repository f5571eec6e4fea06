import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig, settings } from '#server/platform/config.ts';

const lines = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8').split('\n');
const listed = lines.filter((line) => line !== '' && !line.startsWith('#'));

it('lists every setting there is, and no other', () => {
  expect(listed.map((line) => line.split('=')[0]).sort()).toEqual(Object.keys(settings).sort());
});

it('explains each, and changes nothing when it is taken as it is', () => {
  for (const [index, line] of lines.entries()) {
    if (listed.includes(line))
      expect([line, lines[index - 1]]).toEqual([line, expect.stringMatching(/^(#|HOST|PORT)/)]);
  }
  expect(readConfig(Object.fromEntries(listed.map((line) => line.split('='))))).toEqual(readConfig({}));
});
