import type { CompiledQuery } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inShort, writingDown } from '#test/sent.ts';
import { isFailure, type PorticoError } from '#contract/errors.ts';
import type { HeldLicense, Holder } from './queries.ts';
import { apply, refuseOverfull, usable, type VolumeType, type Wish } from './saving.ts';

const held = { volume_type: 'user', service_class: 's', status: 'activated' } as HeldLicense;

test.each<[string, Partial<HeldLicense> | undefined, [VolumeType, string?, string?], string | null]>([
  ['one of the kind', {}, ['user'], null],
  ['one of the service', {}, ['user', 's'], null],
  ['none', undefined, ['user', 's'], 'license_not_exist licenseId'],
  ['one of devices', {}, ['device', 's'], 'license_not_exist licenseId'],
  ['one of another service', {}, ['user', 'r'], 'license_not_exist licenseId'],
  ['one that is no more, by its place', { status: 'expired' }, ['user', 's', 'f'], 'license_expired f'],
  [
    'one of devices that is no more',
    { volume_type: 'device', status: 'expired' },
    ['user'],
    'license_not_exist licenseId',
  ],
])('a licence to permit: %s', (_, found, asked, refusal) => {
  const read = () => {
    try {
      return usable(found && { ...held, ...found }, ...asked) && null;
    } catch (error) {
      if (!isFailure(error)) throw error;
      return `${error.id} ${(error as PorticoError).detail.field}`;
    }
  };
  expect(read()).toBe(refusal);
});

const license = { ...held, license_id: 'l', generation: 7, all_users: false, available_roles: ['User'] } as HeldLicense;
const holder = (uuid: string, ...roles: string[]): [string, Holder] => [
  uuid,
  { uuid, key: uuid, roles, device_type: null },
];
const holders = new Map([holder('a', 'User'), holder('b', 'User'), holder('out', 'PowerUser')]);
const wish = (id: string, permitted: boolean): Wish => ({ id, permitted, field: `f.${id}` });

describe('wishes are made true', () => {
  /** The statements sent and the holders changed, where `answers` are the holders whose row was deleted or inserted. */
  async function done(of: HeldLicense, wishes: Wish[], ...answers: string[][]) {
    const sent: CompiledQuery[] = [];
    const tx = writingDown(
      sent,
      answers.map((uuids) => uuids.map((uuid) => ({ uuid }))),
    );
    const { changed } = await apply(tx, of, wishes, holders);
    return { sent: inShort(sent), changed };
  }

  test('by a row for whom the reverse of the rule shall hold, and none for the others', async () => {
    const { sent, changed } = await done(license, [wish('a', true), wish('B', false)], ['b'], ['a']);
    expect(sent).toEqual([
      ['delete from license_users', [['b'], 'l', 7]],
      ['insert into license_users', ['l', 7, ['a'], [true], [true]]],
    ]);
    expect(changed).toEqual([
      { uuid: 'b', permitted: false },
      { uuid: 'a', permitted: true },
    ]);
  });

  test('the other way round under a rule for all; whom the licence is not for takes no seat', async () => {
    const all = { ...license, all_users: true };
    const { sent, changed } = await done(all, [wish('a', true), wish('b', false), wish('out', false)], [], ['b']);
    expect(sent).toEqual([
      ['delete from license_users', [['a'], 'l', 7]],
      ['insert into license_users', ['l', 7, ['b', 'out'], [false, false], [true, false]]],
    ]);
    expect(changed).toEqual([{ uuid: 'b', permitted: false }]);
  });

  test('but not of whom the licence is not for', async () => {
    const refused = { id: 'role_not_allowed', detail: { field: 'f.out' } };
    await expect(done(license, [wish('a', true), wish('out', true)])).rejects.toMatchObject(refused);
    expect((await done(license, [wish('out', false)], ['out'])).changed).toEqual([{ uuid: 'out', permitted: false }]);
  });
});

const full = 'exceeded_permitted_users';
test.each<[number, boolean, boolean, string | null, boolean]>([
  [2, false, true, null, false],
  [3, false, true, null, false],
  [4, false, true, full, false],
  [4, false, false, null, true],
  [4, true, false, null, false],
  [4, true, true, full, false],
  [3, true, true, null, true],
  [2, true, false, null, true],
])(
  '%i of three seats, over-used before: %s, one taken: %s: refused: %s, noted: %s',
  async (used, was, taken, refusal, noted) => {
    const sent: CompiledQuery[] = [];
    const now = new Date();
    const over = { ...license, volume: 3, over_used_since: was ? now : null };
    const work = refuseOverfull({ tx: writingDown(sent, [[{ used }]]), now }, over, () => taken);
    if (refusal) await expect(work).rejects.toMatchObject({ id: refusal });
    else await work;
    expect(sent.some(({ sql }) => sql.includes('note_over_use'))).toBe(noted);
  },
);
