import { expect, it } from 'vitest';
import { loginAnswer } from './login.ts';
import { amrOf, isSecondFactor, type Proof, type ProofMethod, proofMethods, proofOf, provedAt } from './proofs.ts';
import { secondFactors } from './proofs.ts';
import { askedBy, signInSteps } from './steps.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 15, 12, minute));

it.each<[ProofMethod[], string[]]>([
  [[], []],
  [['password'], ['pwd']],
  [
    ['password', 'totp'],
    ['pwd', 'otp', 'mfa'],
  ],
  [
    ['password', 'recoveryCode'],
    ['pwd', 'otp', 'mfa'],
  ],
  [['ticket'], []],
  [['ticket', 'totp'], ['otp']],
  [['totp', 'recoveryCode'], ['otp']],
  [['card', 'userCode'], []],
])('%j is called %j', (methods, expected) => expect(amrOf(methods)).toEqual(expected));

it.each<[[ProofMethod, number][], Date]>([
  [[['password', 1]], at(1)],
  [
    [
      ['password', 1],
      ['totp', 5],
    ],
    at(5),
  ],
  [
    [
      ['totp', 5],
      ['password', 7],
    ],
    at(7),
  ],
  [[['ticket', 1]], at(1)],
  [
    [
      ['ticket', 1],
      ['totp', 5],
    ],
    at(1),
  ],
  [[['card', 1]], new Date(0)],
  [
    [
      ['userCode', 1],
      ['totp', 5],
    ],
    new Date(0),
  ],
  [
    [
      ['card', 1],
      ['password', 1],
      ['recoveryCode', 5],
    ],
    at(5),
  ],
  [[], new Date(0)],
])('the last proof of %j was at %s', (given, expected) => {
  const proofs: Proof[] = given.map(([method, minute]) => proofOf(method, at(minute)));
  expect(provedAt(proofs)).toEqual(expected);
});

it('knows which proofs are second factors', () => {
  expect(proofMethods.filter(isSecondFactor)).toEqual(secondFactors);
  expect(proofOf('totp', at(0))).toEqual({ method: 'totp', at: at(0), amr: ['otp'] });
});

it('every step has its own answer, in the order of the list', () => {
  expect(signInSteps).toEqual(['selectAccounts', 'mfa', 'password']);
  const answers = loginAnswer.options.map(({ shape }) => shape.status.value);
  expect([...Object.values(askedBy), 'completed'].sort()).toEqual(answers.sort());
});
