import { expect, test } from 'vitest';
import { mayGet } from './decide.ts';

const active = {
  status: 'active',
  hasAddress: true,
  hasWaitingAddress: false,
  hasSecondFactor: false,
  mayHavePassword: true,
  mailedLately: false,
};

test.each([
  ['loginGuide', active, null],
  ['loginGuide', { ...active, status: 'locked' }, null],
  ['loginGuide', { ...active, status: 'inactive' }, 'notActive'],
  ['loginGuide', { ...active, status: 'registering' }, 'notActive'],
  ['loginGuide', { ...active, hasAddress: false }, 'noAddress'],
  ['mfaGuide', active, null],
  ['mfaGuide', { ...active, hasSecondFactor: true }, 'hasSecondFactor'],
  ['mfaGuide', { ...active, mailedLately: true }, 'mailedLately'],
  ['mfaGuide', { ...active, hasSecondFactor: true, mailedLately: true }, 'hasSecondFactor'],
  ['passwordReset', active, null],
  ['passwordReset', { ...active, mayHavePassword: false }, 'signsInElsewhere'],
  ['passwordReset', { ...active, status: 'registering' }, 'notActive'],
  ['passwordReset', { ...active, hasAddress: false }, 'noAddress'],
  ['passwordReset', { ...active, mailedLately: true }, 'mailedLately'],
  ['loginGuide', { ...active, mayHavePassword: false }, null],
  ['userCode', { ...active, hasAddress: false, hasWaitingAddress: true }, 'noAddress'],
  ['loginMailAddressConfirmation', active, 'nothingWaiting'],
  ['loginMailAddressConfirmation', { ...active, hasAddress: false, hasWaitingAddress: true }, null],
  ['loginMailAddressConfirmation', { ...active, hasWaitingAddress: true, mailedLately: true }, 'mailedLately'],
  ['loginMailAddressConfirmation', { ...active, status: 'registering', hasWaitingAddress: true }, 'notActive'],
] as const)('%s to %j: %s', (type, user, expected) => {
  expect(mayGet(type, user)).toBe(expected);
});
