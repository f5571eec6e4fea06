import { expect, test } from 'vitest';
import type { LicenseReasons } from '#contract/licences/reasons.ts';
import { switchState } from './switch-state.ts';

const license = { ground: 'none', seatsLeft: 2, status: 'activated', checks: [] } as unknown as LicenseReasons;
const noRole = { checks: [{ check: 'role', passed: false }] } as Partial<LicenseReasons>;

test.each<[string, Partial<LicenseReasons>, ReturnType<typeof switchState>]>([
  ['with a seat left', {}, { isOn: false }],
  ['without limit', { seatsLeft: null }, { isOn: false }],
  ['without a seat', { seatsLeft: 0 }, { isOn: false, blockedBy: 'seats' }],
  ['of another role', noRole, { isOn: false, blockedBy: 'role' }],
  ['assigned', { ground: 'direct', seatsLeft: 0 }, { isOn: true }],
  ['assigned, and of another role by now', { ground: 'direct', ...noRole }, { isOn: true }],
  ['given by the rule for all', { ground: 'all' }, { isOn: true, blockedBy: 'rule' }],
  ['taken out of the rule for all', { ground: 'exception' }, { isOn: false }],
  ['that has expired', { status: 'expired', ground: 'direct' }, { isOn: true, blockedBy: 'ended' }],
])('the switch of a license %s', (_, given, expected) => {
  expect(switchState({ ...license, ...given })).toEqual(expected);
});
