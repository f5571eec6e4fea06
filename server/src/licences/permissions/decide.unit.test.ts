import { expect, test } from 'vitest';
import { isAllowed, isInRule } from './decide.ts';

const user = (...roles: string[]) => ({ roles, device_type: null });
const device = (device_type: string, ...roles: string[]) => ({ roles, device_type });

test.each([
  ['everybody', null, null, user('User'), true],
  ['a role', ['User'], null, user('User'), true],
  ['a role', ['PowerUser'], null, user('User'), false],
  ['one of several roles', ['PowerUser', 'User'], null, user('Guest', 'User'), true],
  ['no role', [], null, user('User'), false],
  ['devices of a type, and no word of users', null, ['Mfp'], user('User'), true],
  ['every device', null, null, device('Mfp'), true],
  ['devices of a type', null, ['Mfp'], device('Mfp'), true],
  ['devices of a type', null, ['Mfp'], device('Iwb'), false],
  ['devices of no type', null, [], device('Mfp'), false],
  ['devices of a role', ['Mail'], null, device('Mfp', 'Mail'), true],
  ['devices of a role', ['Mail'], null, device('Mfp'), false],
  ['devices of a role and a type', ['Mail'], ['Mfp'], device('Mfp', 'Mail'), true],
  ['devices of a role and a type', ['Mail'], ['Mfp'], device('Iwb', 'Mail'), false],
  ['devices of a role and a type', ['Mail'], ['Mfp'], device('Mfp'), false],
])('a licence for %s: %j, %j of %j: %s', (_, available_roles, available_device_types, holder, expected) => {
  expect(isAllowed({ available_roles, available_device_types }, holder)).toBe(expected);
});

test.each([
  ['nobody', false, [], user(), false],
  ['all users', true, [], user(), true],
  ['all users', true, [], device('Mfp'), false],
  ['all of a type', false, ['Mfp'], device('Mfp'), true],
  ['all of a type', false, ['Mfp'], device('Iwb'), false],
  ['all of a type', false, ['Mfp'], user(), false],
])('a rule for %s: %s, %j of %j: %s', (_, all_users, all_device_types, holder, expected) => {
  expect(isInRule({ all_users, all_device_types }, holder)).toBe(expected);
});
