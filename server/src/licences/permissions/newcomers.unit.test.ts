import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { inShort, writingDown } from '#test/sent.ts';
import { permitAsRoomAllows, refuseUnpermittable } from './newcomers.ts';

const now = new Date('2026-05-01T12:00:00Z');
const license = {
  ...{ license_id: 'l', service_class: 's', volume_type: 'user', volume: 3, generation: 7, status: 'activated' },
  ...{ available_roles: null, available_device_types: null, all_users: false, all_device_types: [] },
};

test.each<[string, object[], string | null]>([
  ['one there is', [license], null],
  ['one for the role', [{ ...license, available_roles: ['User'] }], null],
  ['one for another role', [{ ...license, available_roles: ['PowerUser'] }], 'role_not_allowed'],
  ['one that is no more', [{ ...license, status: 'expired' }], 'license_expired'],
  ['one of devices', [{ ...license, volume_type: 'device' }], 'license_not_exist'],
  ['none', [], 'license_not_exist'],
])('who comes later may be permitted %s', async (_, found, refusal) => {
  const asked = refuseUnpermittable(writingDown([], [found]), ['l'], 'User', now);
  if (refusal) await expect(asked).rejects.toMatchObject({ id: refusal, detail: { field: 'licenseIds.0' } });
  else await asked;
});

const user = { uuid: 'u', key: 'taro', roles: ['User'], device_type: null };
test.each<[string, object, object[], number, boolean]>([
  ['a seat is left', {}, [user], 2, true],
  ['no seat is left', {}, [user], 3, false],
  ['all have a seat already', { all_users: true }, [user], 3, true],
  ['it is for their role', { available_roles: ['User'] }, [user], 0, true],
  ['it is for another role', { available_roles: ['PowerUser'] }, [user], 0, false],
  ['it is no more', { status: 'expired' }, [user], 0, false],
  ['it is for devices', { volume_type: 'device' }, [user], 0, false],
  ['they are gone', {}, [], 0, false],
])('a newcomer becomes permitted where %s', async (_, state, holders, used, expected) => {
  const sent: CompiledQuery[] = [];
  const held = { ...license, ...state };
  const answers = [holders, [held], ...('all_users' in state ? [] : [[{ used }]]), [{ uuid: 'u' }]];
  const { permitted, left } = await permitAsRoomAllows(writingDown(sent, answers), 'taro', ['l'], now);
  expect([permitted, left]).toEqual(expected ? [['l'], []] : [[], ['l']]);
  const written = inShort(sent).filter(([what]) => !what.startsWith('select'));
  expect(written.length).toBe(expected ? 1 : 0);
});

test('a newcomer who is to have none is asked nothing about', async () => {
  const sent: CompiledQuery[] = [];
  expect(await permitAsRoomAllows(writingDown(sent), 'taro', [], now)).toEqual({ permitted: [], left: [] });
  expect(sent).toEqual([]);
});

test('of a licence there is not, nobody becomes permitted', async () => {
  const answers = [[user], []];
  expect(await permitAsRoomAllows(writingDown([], answers), 'taro', ['l'], now)).toEqual({
    permitted: [],
    left: ['l'],
  });
});
