import { expect, it } from 'vitest';
import { explain, type Facts } from './decide.ts';

const fine: Facts = {
  serviceEnabled: true,
  status: 'activated',
  hasBegun: true,
  userStatus: 'active',
  deviceType: null,
  roles: ['User'],
  availableRoles: null,
  availableDeviceTypes: null,
  inRule: false,
  ownPermission: true,
  seatsLeft: 0,
};

const device = { userStatus: null, deviceType: 'Meter' };

it.each<[Partial<Facts>, boolean, string, string | null, string[]]>([
  [{}, true, 'direct', 'withdraw', []],
  [{ ownPermission: null, inRule: true }, true, 'all', 'withdraw', []],
  [{ ownPermission: false, inRule: true, seatsLeft: 1 }, false, 'exception', 'permit', ['permission']],
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
  [{ ...device, availableDeviceTypes: ['Meter'] }, true, 'direct', 'withdraw', []],
  [{ ...device, availableDeviceTypes: ['Scanner'] }, false, 'direct', 'widen', ['deviceType']],
  [{ ...device, availableRoles: ['PowerUser'] }, false, 'direct', 'giveRole', ['role']],
  [{ ...device, inRule: true, ownPermission: false, seatsLeft: 1 }, false, 'exception', 'permit', ['permission']],
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
    ...(given.deviceType ? ['role', 'deviceType'] : ['userStatus', 'role']),
    'permission',
  ]);
});
