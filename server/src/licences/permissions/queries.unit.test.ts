import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { writingDown } from '#test/sent.ts';
import { addReversals, findReversed, type HeldLicense, removeReversals } from './queries.ts';

const license = { license_id: 'l', generation: 1, volume_type: 'user' } as HeldLicense;

test('of nobody nothing is asked, and nothing written', async () => {
  const sent: CompiledQuery[] = [];
  const tx = writingDown(sent);
  expect(await addReversals(tx, license, [], true)).toEqual([]);
  expect(await findReversed(tx, license, [])).toEqual(new Set());
  expect(await removeReversals(tx, license, [])).toEqual([]);
  expect(sent).toEqual([]);
});
