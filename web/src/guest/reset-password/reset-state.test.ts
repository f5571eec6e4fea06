import { expect, it } from 'vitest';
import type { OpenedLink } from '../../guest-kit/mail-link.ts';
import { type ResetAction, resetReducer, type ResetState } from './reset-state.ts';

const link: OpenedLink = {
  temporaryCode: 'demo.code',
  purpose: 'resetPassword',
  tenantId: 'demo',
  userId: 'taro',
  mfaRequired: false,
  mfaMethods: [],
  passwordPolicy: { minLength: 8, minUppercase: 0, minSpecial: 0, minNumeric: 0, history: 0 },
};
const guarded: OpenedLink = { ...link, mfaRequired: true, mfaMethods: ['totp', 'recoveryCode'] };
const stepsOf = (...actions: ResetAction[]) => actions.reduce(resetReducer, { step: 'link' } as ResetState);
const opened: ResetAction = { type: 'opened', link: guarded };

it.each<[string, ResetAction[], object]>([
  ['asks for the password at once', [{ type: 'opened', link }], { step: 'password', byRecoveryCode: false }],
  ['asks for the second factor first', [opened], { step: 'secondFactor', method: 'totp' }],
  [
    'takes the app as proof',
    [opened, { type: 'proved', authMfaId: 'm' }],
    { step: 'password', authMfaId: 'm', byRecoveryCode: false },
  ],
  [
    'knows that a recovery code was the proof',
    [opened, { type: 'methodChosen', method: 'recoveryCode' }, { type: 'proved', authMfaId: 'm' }],
    { step: 'password', byRecoveryCode: true },
  ],
  ['ends', [{ type: 'opened', link }, { type: 'changed' }], { step: 'done' }],
  ['does not end before the password', [opened, { type: 'changed' }], { step: 'secondFactor' }],
  ['takes no proof nobody asked for', [{ type: 'proved', authMfaId: 'm' }], { step: 'link' }],
  ['expires anywhere', [opened, { type: 'expired' }], { step: 'spent' }],
])('the reset %s', (_, actions, wanted) => expect(stepsOf(...actions)).toMatchObject(wanted));
