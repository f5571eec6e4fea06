import { expect, test } from 'vitest';
import {
  administratorRole,
  isAdministrator,
  mayWriteUsers,
  ordinaryRoles,
  policyRole,
  rolePermissions,
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
