import { expect, it } from 'vitest';
import { acrsOf, acrToTell } from './acr.ts';
import type { ProofMethod } from './proofs.ts';

const name = (value: string) => value.slice('urn:portico:acr:'.length);

it.each([
  [['password'], ['password']],
  [['ticket'], ['password']],
  [['federated'], ['provider']],
  [
    ['password', 'totp'],
    ['mfa', 'password'],
  ],
  [
    ['password', 'recoveryCode'],
    ['mfa', 'password'],
  ],
  [
    ['ticket', 'totp'],
    ['mfa', 'password'],
  ],
  [
    ['federated', 'totp'],
    ['mfa', 'provider'],
  ],
  [
    ['federated', 'password'],
    ['password', 'provider'],
  ],
  // A code alone is one factor, and a card or a PIN none that is told.
  [['totp'], []],
  [['totp', 'recoveryCode'], []],
  [['card'], []],
  [['card', 'userCode'], []],
  [['userCode', 'totp'], []],
  [[], []],
] as [ProofMethod[], string[]][])('%j amounts to %j', (methods, wanted) =>
  expect(acrsOf(methods).map(name)).toEqual(wanted),
);

it.each([
  [['password', 'totp'], [], 'mfa'],
  [['password', 'totp'], ['password'], 'password'],
  [['password', 'totp'], ['provider', 'mfa', 'password'], 'mfa'],
  [['password'], ['mfa'], 'password'],
  [['password'], ['mfa', 'unknown'], 'password'],
  [['federated'], ['password'], 'provider'],
] as [ProofMethod[], string[], string][])('of %j, asked for %j, %s is told', (methods, asked, wanted) =>
  expect(
    acrToTell(
      methods,
      asked.map((one) => `urn:portico:acr:${one}`),
    ),
  ).toBe(`urn:portico:acr:${wanted}`),
);

it('of nothing that counts nothing is told', () =>
  expect(acrToTell(['card'], ['urn:portico:acr:mfa'])).toBeUndefined());
