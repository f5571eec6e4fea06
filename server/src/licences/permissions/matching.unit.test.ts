import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { writingDown } from '#test/sent.ts';
import { countPermitted } from './matching.ts';

const counted = { matching: 2, allowed: 2, permitted: 1 };

test.each([
  ['that asks nothing', {}, true],
  ['that asks for what is left empty', { userId: '', familyName: undefined }, true],
  ['that asks for something', { userId: 'taro', familyName: '' }, false],
])('by a condition %s all are counted by the counters: %3$s', async (_, condition, expected) => {
  const sent: CompiledQuery[] = [];
  const answers = [[{ license_id: 'l' }], [counted], [counted]];
  const of = { type: 'user', condition } as const;
  await countPermitted(writingDown(sent, answers), 'l', of, new Date());
  expect(sent[1]?.sql.includes('user_counts')).toBe(expected);
});

test.each([
  [1000, null],
  [1001, 'exceeded_users'],
])('of %i who match: refused: %s', async (many, refusal) => {
  const found = Array.from({ length: many }, (_, at) => ({ uuid: `u${at}` }));
  const answers = [[{ license_id: 'l' }], found, [counted]];
  const of = { type: 'user', condition: { userId: 'taro' } } as const;
  const asked = countPermitted(writingDown([], answers), 'l', of, new Date());
  if (refusal) await expect(asked).rejects.toMatchObject({ id: refusal, detail: { field: 'condition' } });
  else expect(await asked).toEqual(counted);
});
