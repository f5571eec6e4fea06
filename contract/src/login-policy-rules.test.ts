import { describe, expect, it } from 'vitest';
import { type LoginPolicyMistake, loginPolicyRules } from './login-policy-rules.ts';
import { loginPolicy } from './login-policy.ts';
import { isMfaEnforced } from './mfa.ts';

const mistakesOf = (given: unknown, users = 10) =>
  loginPolicyRules
    .filter(({ contradicts }) => contradicts(loginPolicy.parse(given), { users }))
    .map(({ field, mistake }) => [field.replace('loginPolicy.', ''), mistake] satisfies [string, LoginPolicyMistake]);

describe('a sign-in policy', () => {
  it('has defaults without contradictions', () => expect(mistakesOf({})).toEqual([]));

  it.each<[string, unknown, number, [string, LoginPolicyMistake][]]>([
    ['no sign-in method at devices', { mfpLoginTypeOption: [] }, 10, [['mfpLoginTypeOption', 'deviceTypesMissing']]],
    [
      'a first way that is not offered',
      { mfpLoginTypeOption: ['card'], defaultMfpLoginType: 'userId' },
      10,
      [['defaultMfpLoginType', 'defaultNotOffered']],
    ],
    ['PINs at devices, but none in use', { userCode: { enabled: false } }, 10, [['mfpLoginTypeOption', 'pinOff']]],
    [
      'cards at devices, but none in use',
      { onpremiseId: { enabled: false } },
      10,
      [['mfpLoginTypeOption', 'cardsOff']],
    ],
    [
      'a PIN in place of the card, but none in use',
      {
        mfpLoginTypeOption: ['userId', 'card'],
        userCode: { enabled: false },
        onpremiseId: { cardLoginFactor: 'userCode' },
      },
      10,
      [['onpremiseId.cardLoginFactor', 'pinOff']],
    ],
    [
      'a PIN beside the card, but none in use',
      {
        mfpLoginTypeOption: ['userId', 'card'],
        userCode: { enabled: false },
        onpremiseId: { cardLoginMode: 'cardAndUserCode' },
      },
      10,
      [['onpremiseId.cardLoginMode', 'pinOff']],
    ],
    [
      'a longest PIN below the shortest',
      { userCode: { minLength: 8, maxLength: 6 } },
      10,
      [['userCode.maxLength', 'lengthReversed']],
    ],
    ['four digits for 999 users', { userCode: { minLength: 4 } }, 999, []],
    ['four digits for 1,000 users', { userCode: { minLength: 4 } }, 1000, [['userCode.minLength', 'pinGuessable']]],
    ['seven digits for a million', { userCode: { minLength: 7 } }, 1_000_000, [['userCode.minLength', 'pinGuessable']]],
    ['eight digits for a million', { userCode: { minLength: 8 } }, 1_000_000, []],
    ['MFA without an authenticator app', { mfa: { totp: false } }, 10, [['mfa.totp', 'noSecondFactor']]],
    [
      'an enforced second factor that is off',
      { mfa: { enabled: false, siteEnforceMfa: { enabled: true } } },
      10,
      [['mfa.siteEnforceMfa.enabled', 'secondFactorOff']],
    ],
    [
      'enforced for no role',
      { mfa: { siteEnforceMfa: { enabled: true, roles: [] } } },
      10,
      [['mfa.siteEnforceMfa.roles', 'rolesMissing']],
    ],
    [
      'administrators without a password',
      { siteLoginRoles: { password: ['User'] } },
      10,
      [['siteLoginRoles.password', 'administratorsOut']],
    ],
    ['passwords of administrators alone', { siteLoginRoles: { password: ['PowerUser'] } }, 10, []],
    ['SAML for no role', { siteLoginRoles: { saml: [] } }, 10, [['siteLoginRoles.saml', 'openToNoRole']]],
    ['SAML for no role, which is off', { saml: false, siteLoginRoles: { saml: [] } }, 10, []],
    ['OpenID for no role', { siteLoginRoles: { oidc: [] } }, 10, [['siteLoginRoles.oidc', 'openToNoRole']]],
    ['OpenID with no provider', { oidc: { openidProviders: [] } }, 10, [['oidc.openidProviders', 'providersMissing']]],
    ['OpenID with no provider, which is off', { oidc: { enabled: false, openidProviders: [] } }, 10, []],
  ])('%s', (_, given, users, expected) => expect(mistakesOf(given, users)).toEqual(expected));

  it.each([
    [{ siteLoginType: 'saml' }],
    [{ saml: { enabled: true } }],
    [{ oidc: { openidProviders: ['Not An Id'] } }],
    [{ siteLoginRoles: { password: ['Owner'] } }],
    [{ userCode: { minLength: 3 } }],
    [{ userCode: { maxLength: 33 } }],
    [{ onpremiseId: { cardLoginMode: 'cardOnly' } }],
    [{ mfa: { siteEnforceMfa: { roles: ['Owner'] } } }],
    [{ userSelect: 'yes' }],
  ])('%j is not valid', (given) => expect(loginPolicy.safeParse(given).success).toBe(false));
});

it.each([
  [['User'], 'local', { roles: ['User'] }, true],
  [['User'], 'local', { roles: ['PowerUser'] }, false],
  [['User', 'PowerUser'], 'local', { roles: ['User'] }, false],
  [['PowerUser'], 'scim', { roles: ['PowerUser'] }, true],
  [['PowerUser'], 'scim', { roles: ['PowerUser'], accounts: 'local' }, false],
  [['PowerUser'], 'local', { roles: ['PowerUser'], accounts: 'local' }, true],
])('roles %j of source %s under %j: MFA required %s', (roles, source, enforce, expected) => {
  const { mfa } = loginPolicy.parse({ mfa: { siteEnforceMfa: { enabled: true, ...enforce } } });
  expect(isMfaEnforced({ roles, source }, mfa)).toBe(expected);
  expect(isMfaEnforced({ roles, source }, { ...mfa, enabled: false })).toBe(false);
});
