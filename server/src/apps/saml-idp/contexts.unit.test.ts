import { expect, it } from 'vitest';
import { type Comparison, contextFor } from './contexts.ts';

const CLASSES = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';
const [NONE, PASSWORD, PROTECTED] = ['unspecified', 'Password', 'PasswordProtectedTransport'].map(
  (one) => CLASSES + one,
) as [string, string, string];
const MFA = 'https://refeds.org/profile/mfa';
const KERBEROS = `${CLASSES}Kerberos`;

it.each<[Comparison, string[], string | null, string | null]>([
  // comparison, asked for, told of a password, told of a password with a one-time code
  ['exact', [], PROTECTED, MFA],
  ['exact', [PROTECTED], PROTECTED, PROTECTED],
  ['exact', [PASSWORD], PASSWORD, PASSWORD],
  ['exact', [NONE], NONE, NONE],
  ['exact', [MFA], null, MFA],
  ['exact', [MFA, PROTECTED], PROTECTED, MFA],
  ['exact', [KERBEROS], null, null],
  ['exact', [KERBEROS, PASSWORD], PASSWORD, PASSWORD],
  ['minimum', [PASSWORD], PROTECTED, MFA],
  ['minimum', [MFA], null, MFA],
  ['minimum', [KERBEROS], null, null],
  ['better', [PASSWORD], PROTECTED, MFA],
  ['better', [PROTECTED], null, MFA],
  ['better', [PASSWORD, PROTECTED], null, MFA],
  ['better', [MFA], null, null],
  ['maximum', [MFA], PROTECTED, MFA],
  ['maximum', [PASSWORD], PASSWORD, PASSWORD],
  ['maximum', [KERBEROS], null, null],
  ['exact', ['constructor'], null, null],
])('%s of %j', (comparison, contextClasses, password, both) => {
  expect(contextFor(['password'], { comparison, contextClasses })).toBe(password);
  expect(contextFor(['password', 'totp'], { comparison, contextClasses })).toBe(both);
});

it.each([
  [['federated', 'totp'], MFA],
  [['ticket', 'totp'], MFA],
  [['ticket'], PROTECTED],
  [['userCode', 'totp'], NONE],
] as const)('of %j it is told what OpenID Connect tells', (proofs, told) => {
  expect(contextFor(proofs, { comparison: 'exact', contextClasses: [] })).toBe(told);
});

it('of a sign-in by another provider nothing is told, and no password', () => {
  const asked = (contextClasses: string[]) => contextFor(['federated'], { comparison: 'exact', contextClasses });
  expect([asked([]), asked([PASSWORD]), asked([NONE])]).toEqual([NONE, null, NONE]);
});
