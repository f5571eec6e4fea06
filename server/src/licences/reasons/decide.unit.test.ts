import { expect, it } from 'vitest';
import { explain, type Facts, type Standing } from './decide.ts';

const standing: Standing = { hasRegistered: true, isActive: true, isLocked: false };

const fine: Facts = {
  serviceEnabled: true,
  isExpired: false,
  isSuspended: false,
  hasBegun: true,
  standing,
  deviceType: null,
  roles: ['User'],
  availableRoles: null,
  availableDeviceTypes: null,
  inRule: false,
  ownPermission: true,
  seatsLeft: 0,
};

const device = { standing: null, deviceType: 'Meter' };

it.each<[Partial<Facts>, boolean, string, string | null, string[]]>([
  [{}, true, 'direct', 'withdraw', []],
  [{ ownPermission: null, inRule: true }, true, 'all', 'withdraw', []],
  [{ ownPermission: false, inRule: true, seatsLeft: 1 }, false, 'exception', 'permit', ['permission']],
  [{ ownPermission: null, seatsLeft: 1 }, false, 'none', 'permit', ['permission']],
  [{ ownPermission: null }, false, 'none', 'freeSeat', ['permission']],
  [{ availableRoles: ['User'] }, true, 'direct', 'withdraw', []],
  [{ availableRoles: ['PowerUser'] }, false, 'direct', 'giveRole', ['role']],
  [{ availableRoles: [] }, false, 'direct', 'giveRole', ['role']],
  [{ isSuspended: true }, false, 'direct', 'resume', ['suspension']],
  [{ isExpired: true }, false, 'direct', 'renew', ['expiry']],
  [{ isExpired: true, isSuspended: true }, false, 'direct', null, ['expiry', 'suspension']],
  [{ hasBegun: false }, false, 'direct', 'wait', ['begun']],
  [{ serviceEnabled: false }, false, 'direct', 'enableService', ['service']],
  [{ standing: { ...standing, isActive: false } }, false, 'direct', 'activateUser', ['userStatus']],
  [{ standing: { ...standing, hasRegistered: false } }, false, 'direct', 'register', ['registration']],
  [{ standing: { ...standing, isLocked: true } }, false, 'direct', 'unlock', ['lock']],
  [{ standing: { ...standing, isActive: false, isLocked: true } }, false, 'direct', null, ['userStatus', 'lock']],
  [
    { standing: { ...standing, hasRegistered: false, isActive: false } },
    false,
    'direct',
    null,
    ['registration', 'userStatus'],
  ],
  [{ isExpired: true, ownPermission: null }, false, 'none', null, ['expiry', 'permission']],
  [{ ownPermission: null, seatsLeft: null }, false, 'none', 'permit', ['permission']],
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
    'expiry',
    'suspension',
    'begun',
    ...(given.deviceType ? ['role', 'deviceType'] : ['registration', 'userStatus', 'lock', 'role']),
    'permission',
  ]);
});
