import type { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { inShort, writingDown } from '#test/sent.ts';
import { userSources, type UserSource } from '#contract/people/users-source.ts';
import type { Given } from './changes.ts';
import { checkOne } from './one.ts';
import { type Known, rulesConcerning, rulesOfForms } from './rules.ts';

/** A plain edit asks the database nothing; whatever a rule or an effect depends on does. */

const nothingFound = { reason: null, readdressed: null, makes_administrator: false };

async function asked({ kind, given, changes, source }: Known): Promise<string[]> {
  const sent: CompiledQuery[] = [];
  const user = { uuid: '00000000-0000-4000-8000-000000000000', userId: 'x', ...(source && { source }) };
  await checkOne(writingDown(sent, [[nothingFound]]), { kind, user, given, changes });
  return inShort(sent).map(([, values]) => String(values));
}

const update = (given: Given, source: UserSource | undefined = 'local'): Known => ({ kind: 'update', given, source });
const create = (given: Given): Known => ({ kind: 'create', given });
const restore = (given: Given): Known => ({ kind: 'restore', given });

const plain: Known[] = [
  update({ familyName: 'Sato', department: 'Sales', locale: null, extensionAttribute1: '' }),
  update({ mailAddresses: ['a@x.example'] }),
  update({ roles: ['User'] }),
  create({ familyName: 'Sato', status: 'registering', roles: ['User'], loginMailAddress: null }),
  create({ groups: [] }),
  restore({ roles: ['User'], loginMailAddress: null }),
];
it.each(plain)('is not asked about $kind of $given', async (change) => {
  expect(await asked(change)).toEqual([]);
});

const ruled: [rules: string, Known][] = [
  ...userSources
    .filter((source) => source !== 'local')
    .map((source): [string, Known] => ['keptBySource', update({ department: 'Sales' }, source)]),
  ['keptBySource', { kind: 'update', given: { department: 'Sales' } }],
  ['addressTaken', update({ loginMailAddress: 'a@x.example' })],
  ['addressTaken', create({ loginMailAddress: 'a@x.example' })],
  ['addressTaken', restore({ loginMailAddress: 'a@x.example' })],
  ['groupUnknown groupOfSource', update({ groups: ['it'] })],
  ['groupUnknown groupOfSource', create({ groups: ['it'] })],
  ['groupOfSource', update({ groups: [] })],
];
it.each(ruled)('is asked by the rule %s: %o', async (rules, change) => {
  expect(rulesConcerning(change)).toEqual(rules.split(' '));
  expect((await asked(change)).length).toBeGreaterThan(0);
});
it('has a case above for each rule', () => {
  expect([...new Set(ruled.flatMap(([rules]) => rules.split(' ')))]).toEqual(rulesOfForms);
});

const withEffects: Known[] = [
  update({ loginMailAddress: null }),
  update({ nextLoginMailAddress: null }),
  { ...update({}), changes: { loginMailAddress: { before: 'a@x.example', after: null } } },
  update({ roles: ['PowerUser'] }),
  create({ roles: ['User', 'PowerUser'] }),
  restore({ roles: ['PowerUser'] }),
];
it.each(withEffects)('is asked for the effects of $kind of $given', async (change) => {
  expect(rulesConcerning(change)).toEqual([]);
  expect(await asked(change)).toHaveLength(1);
});

it('takes a turn at an address and holds groups first', async () => {
  expect(await asked(create({ loginMailAddress: 'a@x.example' }))).toHaveLength(2);
  expect(await asked(create({ groups: ['it'] }))).toHaveLength(2);
  expect(await asked(create({ groups: [], loginMailAddress: 'a@x.example' }))).toHaveLength(2);
});
