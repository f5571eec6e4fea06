import { expect, test } from 'vitest';
import {
  administratorRole,
  effectiveRights,
  isAdministrator,
  mayWriteUsers,
  ordinaryRoles,
  permissions,
  policyRole,
  type RoleGrant,
  rolePermissions,
  rightsOf,
} from './roles.ts';

test.each<[readonly string[], boolean]>([
  [[administratorRole], true],
  [[...ordinaryRoles, administratorRole], true],
  [ordinaryRoles, false],
  [[], false],
  // A name that is no role gives nothing, however alike.
  [['poweruser'], false],
  [['toString', '__proto__'], false],
])('%j make an administrator: %s', (held, expected) => {
  expect(isAdministrator(held)).toBe(expected);
  expect(rolePermissions(held).has('users:write')).toBe(expected);
  expect(policyRole(held)).toBe(expected ? administratorRole : 'User');
  for (const [status, may] of Object.entries({ active: true, locked: true, inactive: false, registering: false }))
    expect(mayWriteUsers({ status, roles: held })).toBe(may && expected);
});

const chief: RoleGrant = { role: administratorRole, scope: 'all', group: null };
const of = (group: string | null): RoleGrant => ({ ...chief, scope: 'group', group });
const beyond = permissions.filter((permission) => permission !== 'me');
const whole = 'portal:powerUser:admin';

test.each<[string, RoleGrant[], readonly string[], Record<string, readonly string[]>]>([
  ['a user without grants', [], ['me'], {}],
  ['an administrator', [chief], permissions, {}],
  ['one of a group', [of('a')], ['me'], { a: beyond }],
  ['one of two groups', [of('a'), of('b')], ['me'], { 'a,b': beyond }],
  // What reaches everybody reaches the groups, whatever comes first.
  ['an administrator, of a group too', [of('a'), chief], permissions, {}],
  // What is not known gives nothing: a row of a later version, or one that cannot be.
  ['an unknown role', [{ ...chief, role: 'Auditor' }], ['me'], {}],
  ['a name that is not a role', [{ ...chief, role: 'constructor' }], ['me'], {}],
  ['an unknown scope', [{ ...of('a'), scope: 'country' }], ['me'], {}],
  ['a group without a name', [of(null)], ['me'], {}],
])('%s has these rights', (_, grants, everywhere, groups) => {
  const { permissions: held, inGroups } = rightsOf(grants);
  expect([...held].sort()).toEqual([...everywhere].sort());
  const byGroups = Object.entries(groups).flatMap(([names, rights]) =>
    rights.map((right) => [right, names.split(',')]),
  );
  expect(new Map(inGroups)).toEqual(new Map(byGroups as [(typeof permissions)[number], string[]][]));
});

test.each<[string, RoleGrant[], string[], 'user' | 'powerUser' | undefined, number, number]>([
  ['a token for all rights', [chief], [whole], undefined, permissions.length, 0],
  ['a token for one’s own account', [chief], ['portal:user:admin'], undefined, 1, 0],
  ['a token for nothing here', [chief, of('a')], ['openid'], undefined, 0, 0],
  ['a screen of one’s own account', [chief], [whole], 'user', 1, 0],
  ['a group', [of('a')], [whole], undefined, 1, beyond.length],
  ['a group, by a token for one’s own account', [of('a')], ['portal:user:admin'], undefined, 1, 0],
  ['a group, on a screen of one’s own account', [of('a')], [whole], 'user', 1, 0],
  ['a group, on a screen of administrators', [of('a')], [whole], 'powerUser', 1, beyond.length],
])('%s narrows what a caller may', (_, grants, scopes, pattern, everywhere, groups) => {
  const { permissions: held, inGroups } = effectiveRights(grants, scopes, pattern);
  expect([held.size, inGroups.size]).toEqual([everywhere, groups]);
});
