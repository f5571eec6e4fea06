import { expect, test } from 'vitest';
import type { LoginAnswer } from '#contract/sign-in/login.ts';
import { nextSwitchStep } from './switch-step.ts';

const policy = { minLength: 8, minUppercase: 0, minSpecial: 0, minNumeric: 0, history: 0 };
const completed = { status: 'completed', tenantId: 't', userId: 'u', uuid: 'x' } as const;

test.each<[LoginAnswer, object]>([
  [
    { ...completed, mfaSetupRequired: false },
    { step: 'opened', mfaSetupRequired: false },
  ],
  [
    { ...completed, mfaSetupRequired: true },
    { step: 'opened', mfaSetupRequired: true },
  ],
  [
    { status: 'mfaRequired', loginId: 'l', methods: ['totp', 'recoveryCode'] },
    { step: 'secondFactor', loginId: 'l', methods: ['totp', 'recoveryCode'] },
  ],
  [{ status: 'passwordExpired', loginId: 'l', passwordPolicy: policy }, { step: 'signInThere' }],
  [{ status: 'selectAccounts', loginId: 'l', accounts: [] }, { step: 'signInThere' }],
])('after %j: %j', (answer, step) => {
  expect(nextSwitchStep(answer)).toEqual(step);
});
