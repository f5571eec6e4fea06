import { expect, test } from 'vitest';
import type { Said } from '#contract/federation/mapping-values.ts';
import { keptOf, saidByClaims, untoldByAttributes, untoldOf } from './said.ts';

test.each([
  [{ groups: ['a', 1, true, { b: 1 }, null] }, { groups: ['a', '1', 'true'] }],
  [
    { dept: 'Sales', n: 7, ok: false, address: { a: 1 }, none: null },
    { dept: ['Sales'], n: ['7'], ok: ['false'] },
  ],
  [{ iss: 'x', nonce: 'y', exp: 1, sub: 's' }, { sub: ['s'] }],
  [{ long: 'x'.repeat(2000) }, {}],
])('claims %# are lists of values', (claims, said) => expect(saidByClaims(claims)).toEqual(said));

const ASKED = ['groups', 'roles', 'dept', 'constructor'];
test.each([
  [{}, true, []],
  [{ hasgroups: true }, true, ['groups']],
  [{ hasgroups: 'true' }, true, ['groups']],
  [{ _claim_names: { groups: 'src1', roles: 'src1' } }, true, ['groups', 'roles']],
  [{ _claim_names: 'groups' }, true, []],
  [{}, false, ASKED],
  [{ groups: [], dept: null }, false, ['roles', 'constructor']],
  [{ groups: ['a'], roles: [], dept: 'b', hasgroups: true }, false, ['groups', 'constructor']],
])('%j, the whole: %s, has more of %j', (claims, isWhole, untold) =>
  expect(ASKED.filter(untoldOf(claims, isWhole))).toEqual(untold),
);

const GROUPS = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups';
const LINK = 'http://schemas.microsoft.com/claims/groups.link';
test.each([
  [{ [LINK]: ['https://graph.example'] }, [GROUPS, 'groups', 'urn:x:groups']],
  [{ 'groups.link': [] }, [GROUPS, 'groups', 'urn:x:groups']],
  [{ [GROUPS]: ['a'] }, []],
  [{ [`${LINK}s`]: ['a'] }, []],
])('attributes %j have more of %j', (attributes: Said, untold) => {
  const asked = [GROUPS, 'groups', 'urn:x:groups', 'dept', 'subgroups', LINK];
  expect(asked.filter(untoldByAttributes(attributes))).toEqual(untold);
});

test('of a test within bounds', () => {
  const many = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`c${at}`, ['x'.repeat(999), '\0']]));
  const kept = keptOf(many);
  expect(Object.keys(kept)).toHaveLength(50);
  expect(kept.c0).toEqual(['x'.repeat(256), ' ']);
});
