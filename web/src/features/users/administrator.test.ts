import { expect, test } from 'vitest';
import { isLastAdministrator } from './administrator.ts';

const person = (uuid: string, has: 'all' | 'password' | 'address' | 'nothing', source: 'local' | 'scim' = 'local') => ({
  uuid,
  source,
  passwordAssigned: has === 'all' || has === 'password',
  loginMailAddress: has === 'all' || has === 'address' ? `${uuid}@x.example` : null,
});
const boss = person('boss', 'all');

test.each([
  ['nobody beside', [boss], 'all', true],
  ['one with everything', [boss, person('b', 'all')], 'loginMailAddress', false],
  ['one with neither', [boss, person('b', 'nothing')], 'all', true],
  ['one with a password', [boss, person('b', 'password')], 'userId', false],
  ['one with a password where the address is asked for', [boss, person('b', 'password')], 'loginMailAddress', true],
  ['one who can have a password set by mail', [boss, person('b', 'address')], 'loginMailAddress', false],
  ['one kept elsewhere who cannot', [boss, person('b', 'address', 'scim')], 'all', true],
] as const)('with %s beside, the last administrator', (_, administrators, way, isLast) => {
  expect(isLastAdministrator(boss, administrators, way)).toBe(isLast);
});

test('who cannot sign in either may go while another is left', () => {
  const [one, other] = [person('a', 'nothing'), person('b', 'nothing')];
  expect(isLastAdministrator(one, [one, other], 'all')).toBe(false);
  expect(isLastAdministrator(one, [one], 'all')).toBe(true);
});
