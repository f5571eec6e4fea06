import { expect, it } from 'vitest';
import { explain, type Facts } from './decide.ts';

const fine: Facts = {
  serviceEnabled: true,
  status: 'activated',
  hasBegun: true,
  userStatus: 'active',
  roles: ['User'],
  availableRoles: null,
  allUsers: false,
  ownPermission: true,
  seatsLeft: 0,
};

it.each<[Partial<Facts>, boolean, string, string | null, string[]]>([
  [{}, true, 'direct', 'withdraw', []],
  [{ ownPermission: null, allUsers: true }, true, 'all', 'withdraw', []],
  [{ ownPermission: false, allUsers: true, seatsLeft: 1 }, false, 'exception', 'permit', ['permission']],
  [{ ownPermission: null, seatsLeft: 1 }, false, 'none', 'permit', ['permission']],
  [{ ownPermission: null }, false, 'none', 'freeSeat', ['permission']],
  [{ availableRoles: ['User'] }, true, 'direct', 'withdraw', []],
  [{ availableRoles: ['PowerUser'] }, false, 'direct', 'giveRole', ['role']],
  [{ availableRoles: [] }, false, 'direct', 'giveRole', ['role']],
  [{ status: 'suspended' }, false, 'direct', 'resume', ['status']],
  [{ status: 'expired' }, false, 'direct', 'renew', ['status']],
  [{ hasBegun: false }, false, 'direct', 'wait', ['begun']],
  [{ serviceEnabled: false }, false, 'direct', 'enableService', ['service']],
  [{ userStatus: 'inactive' }, false, 'direct', 'activateUser', ['userStatus']],
  [{ userStatus: 'locked' }, false, 'direct', 'activateUser', ['userStatus']],
  [{ status: 'expired', ownPermission: null }, false, 'none', null, ['status', 'permission']],
])('%j: usable %s, by %s, turned round by %s', (given, usable, ground, remedy, failed) => {
  const reasons = explain({ ...fine, ...given });
  expect({ ...reasons, checks: reasons.checks.filter(({ passed }) => !passed).map(({ check }) => check) }).toEqual({
    usable,
    ground,
    remedy,
    checks: failed,
  });
  expect(reasons.checks.map(({ check }) => check)).toEqual([
    'service',
    'status',
    'begun',
    'userStatus',
    'role',
    'permission',
  ]);
});
