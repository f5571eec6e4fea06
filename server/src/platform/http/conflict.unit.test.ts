import { expect, test } from 'vitest';
import type { fail } from '#contract/errors.ts';
import { refuseConflict } from './conflict.ts';

const now = { name: 'A', note: 'b', place: 'c' };

test.each<[string, Parameters<typeof refuseConflict>[0]]>([
  ['nothing was expected', { name: 'X' }],
  ['all is as it was expected', { name: 'X', expected: { name: 'A', note: 'b' } }],
  ['another saved the same meanwhile', { name: 'A', expected: { name: 'Z' } }],
])('saves where %s', (_, given) => {
  expect(() => refuseConflict(given, now)).not.toThrow();
});

test.each<[Parameters<typeof refuseConflict>[0], Parameters<typeof fail>[1]]>([
  [
    { name: 'X', expected: { name: 'Z' } },
    { field: 'name', more: [] },
  ],
  [
    { name: 'X', expected: { note: 'Z', name: 'A', place: 'Z' } },
    { field: 'note', more: [{ id: 'conflict', field: 'place' }] },
  ],
])('refuses %j', (given, detail) => {
  expect(() => refuseConflict(given, now)).toThrow(expect.objectContaining({ id: 'conflict', detail }));
});
