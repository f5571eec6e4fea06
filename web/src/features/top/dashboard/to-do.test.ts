import { expect, test } from 'vitest';
import { namedOrCounted, overLimit, requiredMfa } from './to-do.ts';

const both = ['User', 'PowerUser'] as const;

test.each([
  ['nobody, where it is not required', true, { enabled: false, roles: [...both], accounts: 'every' }, undefined],
  ['nobody, where MFA is off', false, { enabled: true, roles: [...both], accounts: 'every' }, undefined],
  ['nobody, where no role is named', true, { enabled: true, roles: [], accounts: 'every' }, undefined],
  ['everybody', true, { enabled: true, roles: [...both], accounts: 'every' }, {}],
  ['administrators', true, { enabled: true, roles: ['PowerUser'], accounts: 'every' }, { role: 'PowerUser' }],
  ['own accounts', true, { enabled: true, roles: [...both], accounts: 'local' }, { source: 'local' }],
] as const)('MFA is required of %s', (_, enabled, siteEnforceMfa, expected) => {
  const rule = { enabled, totp: true, skipMfaFromMfp: false, siteEnforceMfa };
  expect(requiredMfa(rule as unknown as Parameters<typeof requiredMfa>[0])).toEqual(expected);
});

test('a license is over the limit once more use it than there are seats', () => {
  const licenses = [9, 10, 11].map((usedVolume) => ({ usedVolume, volume: 10 }));
  expect(overLimit(licenses)).toEqual([{ usedVolume: 11, volume: 10 }]);
});

test.each([
  [[1, 2, 3], { named: [1, 2, 3], counted: 0 }],
  [[1, 2, 3, 4], { named: [], counted: 4 }],
])('%j are named or counted', (things, expected) => {
  expect(namedOrCounted(things)).toEqual(expected);
});
