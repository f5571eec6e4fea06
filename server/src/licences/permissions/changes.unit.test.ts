import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { writingDown } from '#test/sent.ts';
import { readChanges } from './changes.ts';

const at = new Date('2026-05-01T12:00:00Z');
const license = { volume_type: 'user', revision: 7 };
const row = {
  ...{ at, user_id: 'boss', family_name: 'A', given_name: null, is_rule: false },
  ...{ permitted: ['1', '2'], taken: ['3'] },
};
const ids = [
  { uuid: '1', id: 'a' },
  { uuid: '3', id: 'c' },
];
const read = (since: number | undefined, ...answers: object[][]) => readChanges(writingDown([], answers), 'l', since);

test('says who saved which; those who are gone are counted and not named', async () => {
  const operator = { userId: 'boss', familyName: 'A', givenName: '' };
  const change = { at: at.toISOString(), operator, isRule: false, count: 3, permitted: ['a'], taken: ['c'] };
  expect(await read(6, [license], [row], ids)).toEqual({ revision: 7, results: [change] });
  const provider = await read(6, [license], [{ ...row, user_id: null, permitted: [], taken: [] }], ids);
  expect(provider.results).toMatchObject([{ operator: null, count: 0, permitted: [], taken: [] }]);
});

test.each([
  ['since nothing', undefined, 0],
  ['since the last', 7, 0],
  ['since what is still to come', 8, 0],
  ['since the one before', 6, 1],
])('looks %s', async (_, since, found) => {
  const sent: CompiledQuery[] = [];
  const { results } = await readChanges(writingDown(sent, [[license], [row], ids]), 'l', since);
  expect([results.length, sent.length]).toEqual([found, found > 0 ? 3 : 1]);
});

test('of no licence there is none', async () => {
  const refused = { id: 'license_not_exist', detail: { field: 'licenseId' } };
  await expect(read(6, [])).rejects.toMatchObject(refused);
});
