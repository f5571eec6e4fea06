import { expect, test } from 'vitest';
import { keptOf, saidByClaims, untoldOf } from './said.ts';

test.each([
  [{ groups: ['a', 1, true, { b: 1 }, null] }, { groups: ['a', '1', 'true'] }],
  [
    { dept: 'Sales', n: 7, ok: false, address: { a: 1 }, none: null },
    { dept: ['Sales'], n: ['7'], ok: ['false'] },
  ],
  [{ iss: 'x', nonce: 'y', exp: 1, sub: 's' }, { sub: ['s'] }],
  [{ long: 'x'.repeat(2000) }, {}],
])('claims %# are lists of values', (claims, said) => expect(saidByClaims(claims)).toEqual(said));

test.each([
  [{}, []],
  [{ hasgroups: true }, ['groups']],
  [{ hasgroups: 'true' }, ['groups']],
  [{ _claim_names: { groups: 'src1', roles: 'src1' } }, ['groups', 'roles']],
  [{ _claim_names: 'groups' }, []],
])('%j: there is more of %j', (claims, untold) => expect([...untoldOf(claims)]).toEqual(untold));

test('of a test within bounds', () => {
  const many = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`c${at}`, ['x'.repeat(999), '\0']]));
  const kept = keptOf(many);
  expect(Object.keys(kept)).toHaveLength(50);
  expect(kept.c0).toEqual(['x'.repeat(256), ' ']);
});
