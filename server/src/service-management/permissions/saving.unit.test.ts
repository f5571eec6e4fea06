import { expect, test } from 'vitest';
import { isFailure, type PorticoError } from '#contract/errors.ts';
import type { HeldLicense } from './queries.ts';
import { usable, type VolumeType } from './saving.ts';

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
